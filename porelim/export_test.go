package porelim

// Synchronises is sync, for tests.
var Synchronises = sync
