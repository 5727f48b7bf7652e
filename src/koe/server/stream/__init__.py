"""Live streams over WebSocket: text in pieces, tagged frames, and coming back after a lost connection."""
