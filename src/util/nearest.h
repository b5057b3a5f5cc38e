#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stillpoint {

// The known word that was most likely meant by a mistyped one: some letters are wrong, missing, superfluous
// or swapped, or it is the only one that begins like that. Case does not matter. Empty if none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// The end of a message about an unknown word: "; did you mean 'bench'?", or where no known word is near, "; "
// and the other advice.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                         std::string_view otherwise);

}  // namespace stillpoint
