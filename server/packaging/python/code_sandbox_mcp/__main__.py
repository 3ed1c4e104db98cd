from code_sandbox_mcp import main

main()
