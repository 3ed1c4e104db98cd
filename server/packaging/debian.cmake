# Debian packages: `cpack -G DEB` in the build folder, on the release that they are for (their dependencies are those of the
# libraries that the programs were linked with). Included by the top CMakeLists.txt; server/doc/packaging.md tells more.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME code-sandbox-mcp)
set(CPACK_PACKAGE_VENDOR "The Code Sandbox MCP Server developers")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "throw-away containers for code of language models") # of both packages
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL server)
if(BUILD_GUI)
    list(APPEND CPACK_COMPONENTS_ALL monitor)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Code Sandbox MCP Server developers <code-sandbox-mcp@users.noreply.github.com>")

set(CPACK_DEBIAN_SERVER_PACKAGE_NAME code-sandbox-mcp)
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS "podman, mmdebstrap, debian-archive-keyring")
set(CPACK_DEBIAN_SERVER_PACKAGE_SUGGESTS "code-sandbox-monitor, docker.io")
set(CPACK_COMPONENT_SERVER_DESCRIPTION
    "An MCP server that offers run_python_code and run_js_code. Each call runs in a\n\
container of its own (Podman or Docker), which is gone afterwards.")

set(CPACK_DEBIAN_MONITOR_PACKAGE_NAME code-sandbox-monitor)
set(CPACK_DEBIAN_MONITOR_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_MONITOR_PACKAGE_RECOMMENDS "code-sandbox-mcp, libxcb-cursor0") # which newer Qt loads by itself
set(CPACK_COMPONENT_MONITOR_DESCRIPTION
    "A tray program that shows what the server code-sandbox-mcp runs: executions,\n\
their output, and the removal of their containers.")

# What Debian wants in each package, and an installation from source does without.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian/finish.cmake)
include(CPack)
