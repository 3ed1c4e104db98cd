#include "fixturefeatures.h"

#include "mcp/mcpsession.h"

#include <QJsonDocument>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// One red pixel, and a WAV file without samples.
const QString png =
    u"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="_s;
const QString wav = u"UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="_s;

QJsonObject object(const char *json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    Q_ASSERT_X(document.isObject(), "object", json);
    return document.object();
}

QString compact(const QJsonObject &value)
{
    return QString::fromUtf8(QJsonDocument(value).toJson(QJsonDocument::Compact));
}

QJsonObject text(const QString &text)
{
    return {{u"type"_s, u"text"_s}, {u"text"_s, text}};
}

QJsonObject image()
{
    return {{u"type"_s, u"image"_s}, {u"data"_s, png}, {u"mimeType"_s, u"image/png"_s}};
}

QJsonObject embedded(const QString &uri, const QString &mimeType, const QString &content)
{
    return {{u"type"_s, u"resource"_s},
            {u"resource"_s, QJsonObject{{u"uri"_s, uri}, {u"mimeType"_s, mimeType}, {u"text"_s, content}}}};
}

void respond(Exchange *call, const QJsonArray &content, bool isError = false)
{
    call->respond({{u"content"_s, content}, {u"isError"_s, isError}});
}

void respond(Exchange *call, const QString &words)
{
    respond(call, {text(words)});
}

InputRequest elicitation(const QString &key, const QString &message, const QJsonObject &schema)
{
    return {key, u"elicitation/create"_s, {{u"message"_s, message}, {u"requestedSchema"_s, schema}}};
}

InputRequest sampling(const QString &key, const QString &prompt, int maxTokens)
{
    const QJsonObject message{{u"role"_s, u"user"_s}, {u"content"_s, text(prompt)}};
    return {key, u"sampling/createMessage"_s, {{u"messages"_s, QJsonArray{message}}, {u"maxTokens"_s, maxTokens}}};
}

InputRequest rootsRequest(const QString &key)
{
    return {key, u"roots/list"_s, {}};
}

/// A form with one required field.
QJsonObject form(const QString &field, const QString &type = u"string"_s)
{
    return {{u"type"_s, u"object"_s},
            {u"properties"_s, QJsonObject{{field, QJsonObject{{u"type"_s, type}}}}},
            {u"required"_s, QJsonArray{field}}};
}

/// What the user filled in, if the client's answer is one to an elicitation.
std::optional<QJsonObject> filledIn(const Exchange &call, QLatin1StringView key)
{
    const std::optional<QJsonObject> answer = call.input(key);
    if (!answer || !(*answer)["action"_L1].isString())
        return std::nullopt;
    return (*answer)["content"_L1].toObject();
}

} // namespace

FixtureFeatures::FixtureFeatures(QObject *parent)
    : ServerFeatures(parent)
{
    addContentTools();
    addTalkingTools();
    addAskingTools();
    addTaskTools();
}

QString FixtureFeatures::instructions() const
{
    return u"Tools, prompts and resources for the conformance suite."_s;
}

Offers FixtureFeatures::offers() const
{
    return Offer::Prompts | Offer::Completions | Offer::Logging | Offer::ToolsListChanged | Offer::PromptsListChanged |
           Offer::ResourceSubscriptions;
}

void FixtureFeatures::add(const QString &name, const QString &description, const Handler &handler,
                          const QJsonObject &properties)
{
    m_tools.append({name, name, description, {{u"type"_s, u"object"_s}, {u"properties"_s, properties}}, {}});
    m_handlers.insert(name, handler);
}

void FixtureFeatures::callTool(Exchange *call, const QString &name, const QJsonValue &arguments)
{
    m_handlers.value(name)(call, arguments.toObject());
}

void FixtureFeatures::addContentTools()
{
    add(u"test_simple_text"_s, u"Returns text"_s,
        [](Exchange *call, const QJsonObject &) { respond(call, u"This is a simple text response for testing."_s); });
    add(u"test_image_content"_s, u"Returns an image"_s,
        [](Exchange *call, const QJsonObject &) { respond(call, QJsonArray{image()}); });
    add(u"test_audio_content"_s, u"Returns audio"_s, [](Exchange *call, const QJsonObject &) {
        respond(call,
                QJsonArray{QJsonObject{{u"type"_s, u"audio"_s}, {u"data"_s, wav}, {u"mimeType"_s, u"audio/wav"_s}}});
    });
    add(u"test_embedded_resource"_s, u"Returns an embedded resource"_s, [](Exchange *call, const QJsonObject &) {
        respond(call, QJsonArray{embedded(u"test://embedded-resource"_s, u"text/plain"_s,
                                          u"This is an embedded resource content."_s)});
    });
    add(u"test_multiple_content_types"_s, u"Returns text, an image and a resource"_s,
        [](Exchange *call, const QJsonObject &) {
            respond(call, QJsonArray{text(u"Multiple content types test:"_s), image(),
                                     embedded(u"test://mixed-content-resource"_s, u"application/json"_s,
                                              uR"({"test":"data","value":123})"_s)});
        });
    add(u"test_error_handling"_s, u"Always fails"_s, [](Exchange *call, const QJsonObject &) {
        respond(call, {text(u"This tool intentionally returns an error for testing"_s)}, true);
    });
    m_tools.append({u"json_schema_2020_12_tool"_s,
                    u"json_schema_2020_12_tool"_s,
                    u"Tool with JSON Schema 2020-12 features"_s,
                    object(R"({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"$anchor": "addressDef", "type": "object",
                              "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
        "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
                       "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                       "phone": {"type": "string"}, "email": {"type": "string"}},
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false})"),
                    {}});
    m_handlers.insert(u"json_schema_2020_12_tool"_s,
                      [](Exchange *call, const QJsonObject &arguments) { respond(call, compact(arguments)); });
}

void FixtureFeatures::addTalkingTools()
{
    add(u"test_tool_with_logging"_s, u"Logs three times"_s, [](Exchange *call, const QJsonObject &) {
        call->sendLog(LogLevel::Info, u"Tool execution started"_s);
        QTimer::singleShot(50ms, call, [call] { call->sendLog(LogLevel::Info, u"Tool processing data"_s); });
        QTimer::singleShot(100ms, call, [call] {
            call->sendLog(LogLevel::Info, u"Tool execution completed"_s);
            respond(call, u"Logged three times"_s);
        });
    });
    add(u"test_logging_tool"_s, u"Logs if asked to"_s, [](Exchange *call, const QJsonObject &) {
        call->sendLog(LogLevel::Info, u"A log message"_s);
        respond(call, u"Logged"_s);
    });
    add(u"test_tool_with_progress"_s, u"Reports progress three times"_s, [](Exchange *call, const QJsonObject &) {
        call->reportStep(0, 100);
        QTimer::singleShot(50ms, call, [call] { call->reportStep(50, 100); });
        QTimer::singleShot(100ms, call, [call] {
            call->reportStep(100, 100);
            respond(call, u"Reported three times"_s);
        });
    });
    add(u"test_trigger_tool_change"_s, u"Announces a change of the tools"_s,
        [this](Exchange *call, const QJsonObject &) {
            Q_EMIT toolsChanged();
            respond(call, u"Announced"_s);
        });
    add(u"test_trigger_prompt_change"_s, u"Announces a change of the prompts"_s,
        [this](Exchange *call, const QJsonObject &) {
            Q_EMIT promptsChanged();
            respond(call, u"Announced"_s);
        });
    add(u"test_missing_capability"_s, u"Works only for clients with sampling"_s,
        [](Exchange *call, const QJsonObject &) {
            if (!call->clientCapabilities()["sampling"_L1].isObject())
                return call->failForCapability({{u"sampling"_s, QJsonObject()}});
            respond(call, u"The client has sampling"_s);
        });
}

void FixtureFeatures::addAskingTools()
{
    add(u"test_sampling"_s, u"Asks the client's model"_s,
        [](Exchange *call, const QJsonObject &arguments) {
            const std::optional<QJsonObject> answer = call->input("answer"_L1);
            if (!answer)
                return call->requireInput({sampling(u"answer"_s, arguments["prompt"_L1].toString(), 100)});
            respond(call, u"LLM response: "_s + (*answer)["content"_L1]["text"_L1].toString());
        },
        {{u"prompt"_s, QJsonObject{{u"type"_s, u"string"_s}, {u"description"_s, u"The prompt"_s}}}});
    add(u"test_elicitation"_s, u"Asks the user"_s,
        [](Exchange *call, const QJsonObject &arguments) {
            const std::optional<QJsonObject> answer = call->input("answer"_L1);
            if (!answer) {
                return call->requireInput({elicitation(u"answer"_s, arguments["message"_L1].toString(), object(R"({
                    "type": "object",
                    "properties": {"username": {"type": "string", "description": "User's response"},
                                   "email": {"type": "string", "description": "User's email address"}},
                    "required": ["username", "email"]})"))});
            }
            respond(call, u"User response: "_s + compact(*answer));
        },
        {{u"message"_s, QJsonObject{{u"type"_s, u"string"_s}, {u"description"_s, u"The question"_s}}}});

    const auto addForm = [this](const QString &name, const QString &description, const char *schema) {
        add(name, description, [schema](Exchange *call, const QJsonObject &) {
            const std::optional<QJsonObject> answer = call->input("form"_L1);
            if (!answer)
                return call->requireInput({elicitation(u"form"_s, u"Please fill in the form"_s, object(schema))});
            respond(call, u"Elicitation completed: action=%1, content=%2"_s.arg(
                              (*answer)["action"_L1].toString(), compact((*answer)["content"_L1].toObject())));
        });
    };
    addForm(u"test_elicitation_sep1034_defaults"_s, u"Asks with defaults of every type"_s, R"({
        "type": "object",
        "properties": {"name": {"type": "string", "default": "John Doe"},
                       "age": {"type": "integer", "default": 30},
                       "score": {"type": "number", "default": 95.5},
                       "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
                       "verified": {"type": "boolean", "default": true}},
        "required": []})");
    addForm(u"test_elicitation_sep1330_enums"_s, u"Asks with every kind of choice"_s, R"({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
            "titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First Option"},
                {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"}]},
            "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                           "enumNames": ["Option One", "Option Two", "Option Three"]},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
            "titledMulti": {"type": "array", "items": {"anyOf": [{"const": "value1", "title": "First Choice"},
                {"const": "value2", "title": "Second Choice"}, {"const": "value3", "title": "Third Choice"}]}}},
        "required": []})");
    add(u"test_streaming_elicitation"_s, u"Reports, then asks the user"_s, [](Exchange *call, const QJsonObject &) {
        if (filledIn(*call, "answer"_L1))
            return respond(call, u"Thank you"_s);
        call->reportProgress(u"About to ask"_s);
        call->requireInput({elicitation(u"answer"_s, u"Go on?"_s, form(u"ok"_s, u"boolean"_s))});
    });

    // Questions of 2026-07-28; they work in the handshake's revisions as well.
    add(u"test_input_required_result_elicitation"_s, u"Asks for a name"_s, [](Exchange *call, const QJsonObject &) {
        const auto answer = filledIn(*call, "user_name"_L1);
        if (!answer || !(*answer)["name"_L1].isString())
            return call->requireInput({elicitation(u"user_name"_s, u"What is your name?"_s, form(u"name"_s))});
        respond(call, u"Hello, %1!"_s.arg((*answer)["name"_L1].toString()));
    });
    add(u"test_input_required_result_sampling"_s, u"Asks a model"_s, [](Exchange *call, const QJsonObject &) {
        const auto answer = call->input("capital_question"_L1);
        if (!answer)
            return call->requireInput({sampling(u"capital_question"_s, u"What is the capital of France?"_s, 100)});
        respond(call, (*answer)["content"_L1]["text"_L1].toString());
    });
    add(u"test_input_required_result_list_roots"_s, u"Asks for folders"_s, [](Exchange *call, const QJsonObject &) {
        const auto answer = call->input("client_roots"_L1);
        if (!answer)
            return call->requireInput({rootsRequest(u"client_roots"_s)});
        respond(call, u"The roots: "_s + compact(*answer));
    });
    const auto addStateful = [this](const QString &name, const QString &key) {
        add(name, u"Asks, and keeps state with the client"_s, [key](Exchange *call, const QJsonObject &) {
            const QByteArray latin = key.toLatin1();
            if (!filledIn(*call, QLatin1StringView(latin)) || call->state()["step"_L1] != 1) {
                return call->requireInput({elicitation(key, u"Please confirm"_s, form(u"ok"_s, u"boolean"_s))},
                                          {{u"step"_s, 1}});
            }
            respond(call, u"state-ok"_s);
        });
    };
    addStateful(u"test_input_required_result_request_state"_s, u"confirm"_s);
    addStateful(u"test_input_required_result_tampered_state"_s, u"confirm"_s);
    add(u"test_input_required_result_multiple_inputs"_s, u"Asks for three things at once"_s,
        [](Exchange *call, const QJsonObject &) {
            if (!filledIn(*call, "user_name"_L1) || !call->input("greeting"_L1) || !call->input("client_roots"_L1)) {
                return call->requireInput({elicitation(u"user_name"_s, u"What is your name?"_s, form(u"name"_s)),
                                           sampling(u"greeting"_s, u"Generate a greeting"_s, 50),
                                           rootsRequest(u"client_roots"_s)},
                                          {{u"step"_s, 1}});
            }
            respond(call, u"All three were answered"_s);
        });
    add(u"test_input_required_result_multi_round"_s, u"Asks twice"_s, [](Exchange *call, const QJsonObject &) {
        const int step = call->state()["step"_L1].toInt();
        if (step == 2 && filledIn(*call, "step2"_L1))
            return respond(call, u"%1 likes %2"_s.arg(call->state()["name"_L1].toString(),
                                                      (*filledIn(*call, "step2"_L1))["color"_L1].toString()));
        if (step == 1 && filledIn(*call, "step1"_L1)) {
            return call->requireInput(
                {elicitation(u"step2"_s, u"Step 2: What is your favorite color?"_s, form(u"color"_s))},
                {{u"step"_s, 2}, {u"name"_s, (*filledIn(*call, "step1"_L1))["name"_L1]}});
        }
        call->requireInput({elicitation(u"step1"_s, u"Step 1: What is your name?"_s, form(u"name"_s))},
                           {{u"step"_s, 1}});
    });
    add(u"test_input_required_result_capabilities"_s, u"Asks what the client can answer"_s,
        [](Exchange *call, const QJsonObject &) {
            const QJsonObject capabilities = call->clientCapabilities();
            QList<InputRequest> requests;
            if (capabilities["elicitation"_L1].isObject())
                requests.append(elicitation(u"user_name"_s, u"What is your name?"_s, form(u"name"_s)));
            if (capabilities["sampling"_L1].isObject())
                requests.append(sampling(u"greeting"_s, u"Generate a greeting"_s, 50));
            if (requests.isEmpty() || call->input("user_name"_L1) || call->input("greeting"_L1))
                return respond(call, u"Nothing to ask"_s);
            call->requireInput(requests);
        });
}

Exchange *FixtureFeatures::asTask(Exchange *call, const QString &tool, const QJsonObject &arguments)
{
    if (!m_tasks.canAdopt(*call))
        return call;
    return m_tasks.adopt(call, m_taskLifetime,
                         [this, tool, arguments](Exchange *work) { m_handlers.value(tool)(work, arguments); });
}

void FixtureFeatures::addTaskTools()
{
    const QJsonObject seconds{
        {u"seconds"_s, QJsonObject{{u"type"_s, u"number"_s}, {u"description"_s, u"How long it takes"_s}}}};
    add(u"greet"_s, u"Greets; never a task"_s,
        [](Exchange *call, const QJsonObject &arguments) {
            respond(call, u"Hello, %1!"_s.arg(arguments["name"_L1].toString()));
        },
        {{u"name"_s, QJsonObject{{u"type"_s, u"string"_s}, {u"description"_s, u"Whom"_s}}}});
    add(
        u"slow_compute"_s, u"Takes its time; a task where it can be one"_s,
        [this](Exchange *call, const QJsonObject &arguments) {
            Exchange *work = asTask(call, u"slow_compute"_s, arguments);
            const auto duration = std::chrono::milliseconds(qint64(arguments["seconds"_L1].toDouble() * 1000));
            QTimer::singleShot(duration, work, [work] { respond(work, u"Computed"_s); });
        },
        seconds);
    add(u"failing_job"_s, u"Fails after a second; always a task"_s,
        [this](Exchange *call, const QJsonObject &arguments) {
            if (!m_tasks.canAdopt(*call))
                return TaskStore::failForExtension(call);
            Exchange *work = asTask(call, u"failing_job"_s, arguments);
            QTimer::singleShot(1s, work, [work] { respond(work, {text(u"The job failed"_s)}, true); });
        });
    add(u"protocol_error_job"_s, u"Ends in a protocol error; a task where it can be one"_s,
        [this](Exchange *call, const QJsonObject &arguments) {
            Exchange *work = asTask(call, u"protocol_error_job"_s, arguments);
            QTimer::singleShot(100ms, work, [work] { work->fail({RpcError::InternalError, u"The job broke"_s, {}}); });
        });
    // A tool that asks inside its task is called again with the task's exchange, which is no call to adopt any more.
    const auto addAsking = [this](const QString &name, const QList<InputRequest> &requests) {
        add(name, u"A task that asks the user"_s, [this, name, requests](Exchange *call, const QJsonObject &arguments) {
            if (call->input("first"_L1))
                return respond(call, u"Confirmed"_s);
            asTask(call, name, arguments)->requireInput(requests);
        });
    };
    addAsking(u"confirm_delete"_s, {elicitation(u"first"_s, u"Really delete?"_s, form(u"confirm"_s, u"boolean"_s))});
    addAsking(u"multi_input"_s, {elicitation(u"first"_s, u"Your name?"_s, form(u"name"_s)),
                                 elicitation(u"second"_s, u"Your colour?"_s, form(u"color"_s))});
    add(u"test_tool_with_task"_s, u"Asks first, then goes on as a task"_s,
        [this](Exchange *call, const QJsonObject &arguments) {
            if (!m_tasks.canAdopt(*call))
                return TaskStore::failForExtension(call);
            const auto answer = filledIn(*call, "user_name"_L1);
            if (!answer)
                return call->requireInput({elicitation(u"user_name"_s, u"What is your name?"_s, form(u"name"_s))},
                                          {{u"step"_s, 1}});
            Exchange *work = asTask(call, u"test_tool_with_task"_s, arguments);
            const QString words = u"Hello, "_s + compact(*answer);
            QTimer::singleShot(200ms, work, [work, words] { respond(work, words); });
        });
}

QList<Resource> FixtureFeatures::resources() const
{
    return {{u"test://static-text"_s, u"static-text"_s, u"Text"_s, u"A text that stays"_s, u"text/plain"_s},
            {u"test://static-binary"_s, u"static-binary"_s, u"Image"_s, u"An image that stays"_s, u"image/png"_s},
            {u"test://watched-resource"_s, u"watched-resource"_s, u"Watched"_s, u"To be watched"_s, u"text/plain"_s}};
}

QList<Resource> FixtureFeatures::resourceTemplates() const
{
    return {{u"test://template/{id}/data"_s, u"template"_s, u"Template"_s, u"Data by id"_s, u"application/json"_s}};
}

void FixtureFeatures::readResource(Exchange *read, const QString &uri)
{
    QJsonObject content{{u"uri"_s, uri}};
    const QString id = uri.section(u'/', 3, 3);
    if (uri == "test://static-text"_L1 || uri == "test://watched-resource"_L1) {
        content[u"mimeType"_s] = u"text/plain"_s;
        content[u"text"_s] = u"This is the content of the static text resource."_s;
    } else if (uri == "test://static-binary"_L1) {
        content[u"mimeType"_s] = u"image/png"_s;
        content[u"blob"_s] = png;
    } else if (!id.isEmpty() && uri == u"test://template/%1/data"_s.arg(id)) {
        content[u"mimeType"_s] = u"application/json"_s;
        content[u"text"_s] = compact({{u"id"_s, id}, {u"templateTest"_s, true}, {u"data"_s, u"Data for ID: "_s + id}});
    } else {
        return read->fail(McpSession::resourceNotFound(read->revision(), uri));
    }
    read->respondCacheable({{u"contents"_s, QJsonArray{content}}}, 1000);
}

QList<Prompt> FixtureFeatures::prompts() const
{
    return {{u"test_simple_prompt"_s, u"Simple"_s, u"A prompt without arguments"_s, {}},
            {u"test_prompt_with_arguments"_s,
             u"Arguments"_s,
             u"A prompt with arguments"_s,
             {{u"arg1"_s, u"First test argument"_s, true}, {u"arg2"_s, u"Second test argument"_s, true}}},
            {u"test_prompt_with_embedded_resource"_s,
             u"Resource"_s,
             u"A prompt with a resource"_s,
             {{u"resourceUri"_s, u"URI of the resource to embed"_s, true}}},
            {u"test_prompt_with_image"_s, u"Image"_s, u"A prompt with an image"_s, {}},
            {u"test_input_required_result_prompt"_s, u"Asks"_s, u"A prompt that asks the user"_s, {}}};
}

void FixtureFeatures::getPrompt(Exchange *get, const QString &name, const QJsonObject &arguments)
{
    QJsonArray messages;
    const auto say = [&messages](const QJsonObject &content) {
        messages.append(QJsonObject{{u"role"_s, u"user"_s}, {u"content"_s, content}});
    };
    if (name == "test_simple_prompt"_L1) {
        say(text(u"This is a simple prompt for testing."_s));
    } else if (name == "test_prompt_with_arguments"_L1) {
        say(text(u"Prompt with arguments: arg1='%1', arg2='%2'"_s.arg(arguments["arg1"_L1].toString(),
                                                                      arguments["arg2"_L1].toString())));
    } else if (name == "test_prompt_with_embedded_resource"_L1) {
        say(embedded(arguments["resourceUri"_L1].toString(), u"text/plain"_s,
                     u"Embedded resource content for testing."_s));
        say(text(u"Please process the embedded resource above."_s));
    } else if (name == "test_prompt_with_image"_L1) {
        say(image());
        say(text(u"Please analyze the image above."_s));
    } else {
        const auto answer = filledIn(*get, "user_context"_L1);
        if (!answer) {
            return get->requireInput(
                {elicitation(u"user_context"_s, u"What context should the prompt use?"_s, form(u"context"_s))});
        }
        say(text((*answer)["context"_L1].toString()));
    }
    get->respond({{u"messages"_s, messages}});
}

QStringList FixtureFeatures::complete(const QJsonObject &, const QString &, const QString &begin) const
{
    return QStringList{u"paris"_s, u"park"_s, u"party"_s}.filter(begin);
}
