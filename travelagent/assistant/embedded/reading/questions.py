def questions_of(reading, plan, today):
    return ()
