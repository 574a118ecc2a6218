"""What a task may demand of a turn: of the brief, the plan, the answer and what is written."""
