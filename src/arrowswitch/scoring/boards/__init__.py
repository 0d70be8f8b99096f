"""What a result is worth on its board, by each method: one module a method, with fouled boards and artificial scores."""
