// Loaded before each command (node -r), by whatever Node there is: says what is missing, before anything fails for want of it.
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { dependencies, devDependencies, engines } = require('../package.json');

const major = Number(process.version.slice(1).split('.')[0]);
const [neededMajor] = engines.node.match(/\d+/);
const packages = Object.keys({ ...dependencies, ...devDependencies });
const missing = packages.filter(
  (name) => !existsSync(join(__dirname, '../node_modules', name, 'package.json')),
);

if (missing.length > 0) {
  const isTooOld = major < Number(neededMajor);
  end(
    isTooOld
      ? `Node ${process.version} is too old: install Node ${engines.node.replace('>=', '')} or later (https://nodejs.org), then run npm ci.`
      : missing.length === packages.length
        ? 'The packages of this project are not installed: run npm ci.'
        : `Packages are missing (${missing.slice(0, 3).join(', ')}): run npm ci --include=dev.`,
  );
}

// npm puts the Node that it installs first; it is missing after npm ci --ignore-scripts, and outside of npm.
if (major < Number(devDependencies.node.split('.')[0]))
  end(
    `This is Node ${process.version}, and the commands need Node ${devDependencies.node}, which npm ci installs: run npm ci without --ignore-scripts, and the command with npm run.`,
  );

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
