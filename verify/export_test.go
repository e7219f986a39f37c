package verify

// MayGoOn is for tests.
var MayGoOn = mayGoOn
