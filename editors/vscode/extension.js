"use strict";

// The client: it starts `flavers lsp` and lets the library do the rest.

const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const settings = workspace.getConfiguration("flavers");
  const server = { command: settings.get("path"), args: ["lsp"], transport: TransportKind.stdio };
  const documentSelector = [{ language: "tfg" }, { language: "fsa" }];
  if (settings.get("go")) {
    documentSelector.push({ language: "go", scheme: "file" });
  }
  const options = {
    documentSelector,
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{tfg,fsa}") },
    initializationOptions: { timeout: settings.get("timeout") },
  };
  client = new LanguageClient("flavers", "FLAVERS", server, options);
  context.subscriptions.push(client);
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
