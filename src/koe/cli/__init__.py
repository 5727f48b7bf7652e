"""The `koe` command: one file per subcommand."""
