// Owns: what package.json and its lockfile promise: few and exact dependencies, and an installation from any registry.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './scratch.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

test('three packages come along with ours', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['commander', 'fp-ts', 'io-ts']);
});

test('every other package a user may bring is optional', () => {
  expect(Object.values(manifest.peerDependenciesMeta).filter(({ optional }) => !optional)).toEqual([]);
});

test('every dependency is pinned to one version', () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('the lockfile names no address to install from', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('what comes along runs nothing when it is installed, and its licence asks for nothing but its name', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly license?: string; readonly hasInstallScript?: boolean }>>;
  };
  const brought = Object.keys(manifest.dependencies).map((name) => packages[`node_modules/${name}`]);
  expect(brought.map((each) => each?.license)).toEqual(['MIT', 'MIT', 'MIT']);
  expect(brought.some((each) => each?.hasInstallScript)).toBe(false);
});

test('every file that SECURITY.md names to show something is there', () => {
  const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const named = page.match(/(?<=`)(?:test|property-tests|docs)\/[^`*]+(?=`)/gu);
  expect(named?.length).toBeGreaterThan(15);
  expect(named?.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
