import os; os._exit(255)
