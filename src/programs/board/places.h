#pragma once

#include <string>

namespace stillpoint {

// The folder with the page's files, beside this program or where it is installed; empty if there is none.
std::string find_page(const std::string& own_program);

// Whether somebody sits at a desktop here, rather than at the other end of a wire.
bool has_desktop();
// Shows the address in the desktop's browser, without waiting for it.
void open_in_browser(const std::string& address);

}  // namespace stillpoint
