#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

/// Times of one measurement, in milliseconds.
class Times
{
public:
    void add(std::chrono::nanoseconds time) { m_values.push_back(double(time.count()) / 1e6); }
    [[nodiscard]] bool isEmpty() const { return m_values.empty(); }
    [[nodiscard]] std::size_t count() const { return m_values.size(); }
    [[nodiscard]] double median() const { return quantile(0.5); }
    [[nodiscard]] double p99() const { return quantile(0.99); }

private:
    /// Nearest rank.
    [[nodiscard]] double quantile(double part) const
    {
        std::vector<double> sorted = m_values;
        std::sort(sorted.begin(), sorted.end());
        const auto rank = std::size_t(part * double(sorted.size()));
        return sorted[std::min(rank, sorted.size() - 1)];
    }

    std::vector<double> m_values;
};
