#pragma once

#include "common/result.h"
#include "sandbox/settings.h"
#include "transport/httptransport.h"

#include <memory>

class ServerFeatures;

/// What the settings say about serving over HTTP, made into a transport.
namespace httpservice {

/// An error when they contradict themselves, or when other machines could reach a server that protects nothing. Reads
/// the token (or makes one) and the certificate; opens no socket.
Result<HttpTransport::Config> configuration(const Settings &settings);

/// Ready for a client's configuration file; `token` may be empty.
QString clientConfiguration(const QUrl &url, const QByteArray &token);

} // namespace httpservice
