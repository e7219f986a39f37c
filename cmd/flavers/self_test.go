package main

// attackVariable makes this program flavers itself ("main", or "run" to have it measured), or runs a part of an attack
// ("batch").
const attackVariable = "FLAVERS_ATTACK"
