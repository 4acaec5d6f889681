// The precompiled headers need a unit of their own (common_headers.cmake).
