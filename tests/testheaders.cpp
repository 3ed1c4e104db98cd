// Empty: what it is compiled with are the precompiled headers of the test programs.
