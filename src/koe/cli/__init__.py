"""The `koe` command. One file for each subcommand."""
