"""What the project is kept in order with: pictures, tables of figures, fuzzing."""
