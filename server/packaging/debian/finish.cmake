# Run by CPack when a component's files are in place, before its package is made of them.

set(source ${CMAKE_CURRENT_LIST_DIR}/../../..)
set(readable OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(TIMESTAMP ${source}/CHANGELOG.md date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} upper)
    set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr)
    if(NOT EXISTS ${usr})
        message(FATAL_ERROR "${usr} is not there: this CPack lays the files out differently.")
    endif()
    set(doc ${usr}/share/doc/${package})
    configure_file(${source}/LICENSE ${doc}/copyright COPYONLY FILE_PERMISSIONS ${readable})
    file(WRITE ${doc}/changelog "${package} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What changed is in CHANGELOG.md of the sources.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
    execute_process(COMMAND gzip -9nf ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB pages ${usr}/share/man/man1/*.1)
    if(pages)
        execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
    endif()
    if(EXISTS ${usr}/share/zsh/site-functions) # which belongs to the administrator
        file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
    endif()
    set(overrides ${CMAKE_CURRENT_LIST_DIR}/${package}.lintian-overrides)
    if(EXISTS ${overrides})
        configure_file(${overrides} ${usr}/share/lintian/overrides/${package} COPYONLY FILE_PERMISSIONS ${readable})
    endif()
endforeach()
