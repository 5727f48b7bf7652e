"""Live streams over WebSocket: text in pieces, tagged frames, reconnecting without loss."""
