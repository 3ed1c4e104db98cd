# Fails when lupdate would change a translation file, or when one of them has an unfinished text.
# Given: LUPDATE, SOURCES (list), TRANSLATIONS (folder), LANGUAGES (list), SCRATCH (folder).
file(REMOVE_RECURSE "${SCRATCH}")
file(MAKE_DIRECTORY "${SCRATCH}")
foreach(language IN LISTS LANGUAGES)
    set(name "code-sandbox-monitor_${language}.ts")
    set(plural "")
    if(language STREQUAL "en")
        set(plural -pluralonly)
    endif()
    # Copies beside each other would see no difference; lupdate writes relative paths only with locations.
    file(COPY "${TRANSLATIONS}/${name}" DESTINATION "${SCRATCH}")
    execute_process(COMMAND "${LUPDATE}" -silent -no-obsolete -locations none ${plural} ${SOURCES} -ts "${SCRATCH}/${name}"
        COMMAND_ERROR_IS_FATAL ANY)
    file(READ "${TRANSLATIONS}/${name}" before)
    file(READ "${SCRATCH}/${name}" after)
    if(NOT before STREQUAL after)
        message(SEND_ERROR "${name} is out of date: build the target update_translations and translate what is new.")
    endif()
    if(before MATCHES "type=\"unfinished\"")
        message(SEND_ERROR "${name} has unfinished texts.")
    endif()
endforeach()
