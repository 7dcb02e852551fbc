"""The map of the city, groups of Followers and goods: made once, with the ready actions that name them."""
