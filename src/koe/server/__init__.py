"""The HTTP and WebSocket server: routes, guards and error replies. Synthesis is in koe.engine."""
