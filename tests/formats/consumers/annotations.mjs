// Takes our workflow commands apart and has the toolkit of GitHub Actions put them together again: it must write the same.
import { readFileSync } from "node:fs";
import { issueCommand } from "@actions/core/lib/command.js";

const lines = readFileSync(process.argv[2], "utf8").split("\n").filter((line) => line !== "");
const unescape = (text) =>
  text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
for (const line of lines) {
  const [, command, properties, message] = /^::(\w+) (.*?)::(.*)$/.exec(line);
  const entries = properties.split(",").map((property) => {
    const equals = property.indexOf("=");
    return [property.slice(0, equals), unescape(property.slice(equals + 1))];
  });
  let again = "";
  const write = process.stdout.write;
  process.stdout.write = (text) => ((again += text), true);
  issueCommand(command, Object.fromEntries(entries), unescape(message));
  process.stdout.write = write;
  if (again.trimEnd() !== line) {
    console.error(`the toolkit writes\n${again}where we wrote\n${line}`);
    process.exit(1);
  }
}
console.log(lines.length);
