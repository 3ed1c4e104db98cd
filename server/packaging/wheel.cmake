# What the wheel holds besides the server's files: Qt's plugin for TLS, which no library names, and a qt.conf by which Qt finds it.
# Component "wheel"; an ordinary installation leaves it out.

get_target_property(qt_core Qt6::Core LOCATION)
cmake_path(GET qt_core PARENT_PATH qt_libraries)
find_file(qt_tls_plugin libqopensslbackend.so PATHS ${qt_libraries}/qt6/plugins/tls ${qt_libraries}/../plugins/tls
    NO_DEFAULT_PATH)
if(qt_tls_plugin)
    install(FILES ${qt_tls_plugin} DESTINATION plugins/tls COMPONENT wheel EXCLUDE_FROM_ALL)
endif()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/qt.conf CONTENT "[Paths]\nPrefix=..\nPlugins=plugins\n")
install(FILES ${CMAKE_BINARY_DIR}/qt.conf DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT wheel EXCLUDE_FROM_ALL)
