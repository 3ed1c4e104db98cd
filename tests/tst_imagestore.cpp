#include "engine/imagestore.h"

#include "fakeenginesetup.h"

#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

const QJsonObject notThere{{u"when"_s, u"image inspect"_s}, {u"stderr"_s, u"Error: no such image\n"_s}, {u"exit"_s, 1}};

} // namespace

class TestImageStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void imagesAreFoundOrPulled_data();
    void imagesAreFoundOrPulled();
    void answerComesThroughTheEventLoop();
    void foundImageIsNotLookedForAgain();
    void forgottenImageIsLookedForAgain();
    void failureIsNotKept();
    void requestsAtOnceShareOneLook();
    void imagesAreIndependent();
    void withdrawnRequestGetsNoAnswer();
    void pullTellsWhatItDoes();
    void failedPullSaysWhy();
    void brokenEngineIsNoMissingImage();
    void T12_shortNamesArePulledFromDockersRegistry_data();
    void T12_shortNamesArePulledFromDockersRegistry();
    void T12_aShortNameThatNobodyKnowsIsExplained();

private:
    /// Waits for the answer.
    Result<QString> ensure(ImageStore &store, const QString &image);
    [[nodiscard]] int calls(const QString &part) const { return int(m_fake->calls().filter(part).size()); }

    std::unique_ptr<FakeEngineSetup> m_fake;
};

void TestImageStore::init()
{
    m_fake = std::make_unique<FakeEngineSetup>();
}

Result<QString> TestImageStore::ensure(ImageStore &store, const QString &image)
{
    std::optional<Result<QString>> answer;
    store.ensure(m_fake->engine(), image, this, [&answer](const Result<QString> &result) { answer = result; });
    if (!QTest::qWaitFor([&answer] { return answer.has_value(); }, 30'000))
        return Error{Error::Code::Internal, u"the test saw no answer"_s, {}};
    return *answer;
}

void TestImageStore::imagesAreFoundOrPulled_data()
{
    QTest::addColumn<PullPolicy>("policy");
    QTest::addColumn<QString>("image");
    QTest::addColumn<bool>("isThere");
    QTest::addColumn<QStringList>("calls");
    QTest::addColumn<bool>("isGot");
    const QString own = u"localhost/own"_s;
    const QString foreign = u"docker.io/library/python"_s;
    const auto row = [](const char *name, PullPolicy policy, const QString &image, bool isThere,
                        const QStringList &words, bool isGot) {
        QStringList expected;
        for (const QString &word : words)
            expected += (word == "inspect"_L1 ? u"image inspect --format {{.Id}} -- "_s : u"pull -- "_s) + image;
        QTest::newRow(name) << policy << image << isThere << expected << isGot;
    };
    row("missing, there", PullPolicy::Missing, foreign, true, {u"inspect"_s}, true);
    row("missing, not there", PullPolicy::Missing, foreign, false, {u"inspect"_s, u"pull"_s}, true);
    row("never, there", PullPolicy::Never, foreign, true, {u"inspect"_s}, true);
    row("never, not there", PullPolicy::Never, foreign, false, {u"inspect"_s}, false);
    row("always, there", PullPolicy::Always, foreign, true, {u"pull"_s}, true);
    row("always, not there", PullPolicy::Always, foreign, false, {u"pull"_s}, true);
    row("own, missing, there", PullPolicy::Missing, own, true, {u"inspect"_s}, true);
    row("own, missing, not there", PullPolicy::Missing, own, false, {u"inspect"_s}, false);
    row("own, always, not there", PullPolicy::Always, own, false, {u"inspect"_s}, false);
}

void TestImageStore::imagesAreFoundOrPulled()
{
    QFETCH(PullPolicy, policy);
    QFETCH(QString, image);
    QFETCH(bool, isThere);
    QFETCH(QStringList, calls);
    QFETCH(bool, isGot);
    if (!isThere)
        m_fake->setRules({notThere});
    ImageStore store(policy);
    const Result<QString> answer = ensure(store, image);
    QCOMPARE(m_fake->calls(), calls);
    QCOMPARE(answer.ok(), isGot);
    QCOMPARE(store.isKnown(image), isGot);
    if (answer)
        return;
    QCOMPARE(answer.error().code, Error::Code::ImageMissing);
    QVERIFY2(answer.error().message.contains(image), qPrintable(answer.error().message));
    const QString nextStep = image.startsWith("localhost/"_L1) ? u"images build"_s : u"images pull "_s + image;
    QVERIFY2(answer.error().message.contains(nextStep), qPrintable(answer.error().message));
}

void TestImageStore::answerComesThroughTheEventLoop()
{
    ImageStore store(PullPolicy::Missing);
    for (int round = 0; round < 2; ++round) {
        bool hasAnswer = false;
        store.ensure(m_fake->engine(), u"x"_s, this, [&hasAnswer](const Result<QString> &) { hasAnswer = true; });
        QVERIFY(!hasAnswer);
        QTRY_VERIFY_WITH_TIMEOUT(hasAnswer, 30'000);
    }
}

void TestImageStore::foundImageIsNotLookedForAgain()
{
    ImageStore store(PullPolicy::Missing);
    QVERIFY(ensure(store, u"x"_s));
    QVERIFY(ensure(store, u"x"_s));
    QCOMPARE(m_fake->calls().size(), 1);
}

void TestImageStore::forgottenImageIsLookedForAgain()
{
    ImageStore store(PullPolicy::Never);
    QVERIFY(ensure(store, u"x"_s));
    store.forget(u"x"_s);
    QVERIFY(!store.isKnown(u"x"_s));
    m_fake->setRules({notThere});
    QVERIFY(!ensure(store, u"x"_s));
}

void TestImageStore::failureIsNotKept()
{
    ImageStore store(PullPolicy::Never);
    m_fake->setRules({notThere});
    QVERIFY(!ensure(store, u"x"_s));
    m_fake->setRules({});
    QVERIFY(ensure(store, u"x"_s));
}

void TestImageStore::requestsAtOnceShareOneLook()
{
    m_fake->setRules({notThere});
    ImageStore store(PullPolicy::Missing);
    int answers = 0;
    for (int i = 0; i < 10; ++i)
        store.ensure(m_fake->engine(), u"x"_s, this,
                     [&answers](const Result<QString> &result) { answers += result.ok(); });
    QTRY_COMPARE_WITH_TIMEOUT(answers, 10, 30'000);
    QCOMPARE(calls(u"inspect"_s), 1);
    QCOMPARE(calls(u"pull"_s), 1);
}

void TestImageStore::imagesAreIndependent()
{
    m_fake->setRules({QJsonObject{{u"when"_s, u"-- bad"_s}, {u"exit"_s, 1}}});
    ImageStore store(PullPolicy::Never);
    std::optional<bool> bad;
    std::optional<bool> good;
    store.ensure(m_fake->engine(), u"bad"_s, this, [&bad](const Result<QString> &result) { bad = result.ok(); });
    store.ensure(m_fake->engine(), u"good"_s, this, [&good](const Result<QString> &result) { good = result.ok(); });
    QTRY_VERIFY_WITH_TIMEOUT(bad && good, 30'000);
    QVERIFY(!*bad && *good);
}

void TestImageStore::withdrawnRequestGetsNoAnswer()
{
    ImageStore store(PullPolicy::Missing);
    auto context = std::make_unique<QObject>();
    bool hasAnswer = false;
    store.ensure(m_fake->engine(), u"x"_s, context.get(), [&hasAnswer](const Result<QString> &) { hasAnswer = true; });
    context.reset();
    QVERIFY(ensure(store, u"x"_s)); // shares the look, and gets its answer
    QVERIFY(!hasAnswer);
}

void TestImageStore::pullTellsWhatItDoes()
{
    m_fake->setRules(
        {notThere, QJsonObject{{u"when"_s, u"pull"_s}, {u"stderr"_s, u"Trying to pull x\nCopying blob\n"_s}}});
    ImageStore store(PullPolicy::Missing);
    QStringList lines;
    connect(&store, &ImageStore::pullProgressed, this,
            [&lines](const QString &image, const QString &line) { lines += image + u": "_s + line; });
    QVERIFY(ensure(store, u"x"_s));
    QCOMPARE(lines, QStringList({u"x: "_s, u"x: Trying to pull x"_s, u"x: Copying blob"_s}));
}

void TestImageStore::failedPullSaysWhy()
{
    m_fake->setRules({notThere, QJsonObject{{u"when"_s, u"pull"_s},
                                            {u"stderr"_s, u"Error: initializing source: manifest unknown\n"_s},
                                            {u"exit"_s, 125}}});
    ImageStore store(PullPolicy::Missing);
    const Result<QString> answer = ensure(store, u"docker.io/x/y"_s);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Error::Code::PullFailed);
    QVERIFY2(answer.error().message.contains("Cannot pull the image docker.io/x/y"_L1) &&
                 answer.error().message.contains("manifest unknown"_L1),
             qPrintable(answer.error().message));
    QVERIFY(!store.isKnown(u"docker.io/x/y"_s));
}

void TestImageStore::brokenEngineIsNoMissingImage()
{
    ImageStore store(PullPolicy::Missing);
    m_fake->setRules({QJsonObject{{u"crash"_s, true}}});
    const Result<QString> answer = ensure(store, u"x"_s);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, Error::Code::EngineUnreachable);
    QCOMPARE(calls(u"pull"_s), 0);
}

void TestImageStore::T12_shortNamesArePulledFromDockersRegistry_data()
{
    QTest::addColumn<Engine::Kind>("kind");
    QTest::addColumn<QString>("image");
    QTest::addColumn<QString>("second"); // empty: it is not tried again
    QTest::newRow("with a user") << Engine::Kind::Podman << u"acme/pydata:1"_s << u"docker.io/acme/pydata:1"_s;
    QTest::newRow("alone") << Engine::Kind::Podman << u"python:3.13"_s << u"docker.io/library/python:3.13"_s;
    QTest::newRow("registry") << Engine::Kind::Podman << u"quay.io/acme/pydata:1"_s << QString();
    QTest::newRow("port") << Engine::Kind::Podman << u"registry:5000/pydata"_s << QString();
    QTest::newRow("docker") << Engine::Kind::Docker << u"acme/pydata:1"_s << QString();
}

void TestImageStore::T12_shortNamesArePulledFromDockersRegistry()
{
    QFETCH(Engine::Kind, kind);
    QFETCH(QString, image);
    QFETCH(QString, second);
    const QString words = u"Error: short-name resolution enforced but cannot prompt without a TTY\n"_s;
    m_fake->setRules(
        {notThere, QJsonObject{{u"when"_s, u"pull -- "_s + image}, {u"stderr"_s, words}, {u"exit"_s, 125}}});
    ImageStore store(PullPolicy::Missing);
    QStringList told;
    connect(&store, &ImageStore::pullProgressed, this, [&](const QString &, const QString &line) { told += line; });
    std::optional<Result<QString>> answer;
    store.ensure(m_fake->engine(kind), image, this, [&answer](const Result<QString> &result) { answer = result; });
    QVERIFY(QTest::qWaitFor([&answer] { return answer.has_value(); }, 30'000));
    QCOMPARE(answer->ok(), !second.isEmpty());
    QCOMPARE(calls(u"pull -- "_s), second.isEmpty() ? 1 : 2);
    if (second.isEmpty())
        return;
    QCOMPARE(**answer, image); // both engines find it by that from now on
    QCOMPARE(calls(u"pull -- "_s + second), 1);
    QCOMPARE(told.filter(second).size(), 1);
}

void TestImageStore::T12_aShortNameThatNobodyKnowsIsExplained()
{
    m_fake->setRules({notThere, QJsonObject{{u"when"_s, u"pull"_s}, {u"stderr"_s, u"Error: no\n"_s}, {u"exit"_s, 125}}});
    ImageStore store(PullPolicy::Missing);
    const Result<QString> answer = ensure(store, u"acme/pydata:1"_s);
    QVERIFY(!answer);
    QVERIFY2(answer.error().message.contains("Cannot pull the image docker.io/acme/pydata:1"_L1),
             qPrintable(answer.error().message));
    QCOMPARE(calls(u"pull"_s), 2);
}

QTEST_GUILESS_MAIN(TestImageStore)
#include "tst_imagestore.moc"
