// Owns: `npm run sbom`: the software bill of materials as CycloneDX 1.5, of what comes along with the package and of
// what is bundled into it. It is made from the lockfile and the sources alone: no network, no clock, no random id, so
// the same commit gives the same bytes.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { entries, program, starters } from './entries.mjs';
import { root } from './setup.mjs';

const byCodeUnit = (a, b) => (a < b ? -1 : 1);

const jsonAt = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** `node_modules/@a/b/lib/x.js` → `@a/b`. */
const packageOf = (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/u.exec(path)?.[1];

/** What a page of the command line imports is bundled apart (scripts/page.mjs), so it is an entry of its own here. */
const pages = () =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(root, 'src', name), 'utf8');
      return [...text.matchAll(/from '(.+)\?page'/gu)].map(([, path]) => join('src', dirname(name), path));
    });

/** The packages whose code is in `dist/`. The build leaves commander and what a host brings where they are. */
const bundledPackages = async (peers) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...Object.values(entries), program, ...Object.values(starters), ...pages()],
    outdir: 'dist',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    external: ['commander', ...peers, '*?page'],
    logLevel: 'silent',
  });
  const found = Object.keys(metafile.inputs).map((path) => packageOf(relative(root, join(root, path))));
  return [...new Set(found.filter((name) => name !== undefined))];
};

const hashesOf = (integrity) =>
  integrity.split(' ').map((part) => {
    const [algorithm, digest] = part.split(/-(.*)/su);
    const content = Buffer.from(digest, 'base64').toString('hex');
    return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content };
  });

const referenceOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The bill of materials as a text.
 *
 * @type {() => Promise<string>}
 */
export const billOfMaterials = async () => {
  const { packages } = jsonAt('package-lock.json');
  const { name, version, license, description, peerDependencies } = jsonAt('package.json');
  const dependenciesOf = (path) => Object.keys(packages[path].dependencies ?? {});
  const direct = dependenciesOf('');
  const brought = new Set(direct);
  // What is added while the loop runs is walked, too.
  for (const each of brought) for (const further of dependenciesOf(`node_modules/${each}`)) brought.add(further);
  const bundled = await bundledPackages(Object.keys(peerDependencies));

  const component = (each) => {
    const { version: locked, license: licence, integrity } = packages[`node_modules/${each}`];
    return {
      type: 'library',
      'bom-ref': referenceOf(each, locked),
      name: each,
      version: locked,
      scope: 'required',
      licenses: [{ license: { id: licence } }],
      hashes: hashesOf(integrity),
      purl: referenceOf(each, locked),
      properties: [
        ...(brought.has(each) ? [{ name: 'contextfold:delivery', value: 'installed beside it' }] : []),
        ...(bundled.includes(each) ? [{ name: 'contextfold:delivery', value: 'bundled into dist/' }] : []),
      ],
    };
  };
  const all = [...new Set([...brought, ...bundled])].sort(byCodeUnit);
  const locked = (each) => referenceOf(each, packages[`node_modules/${each}`].version);
  const reference = referenceOf(name, version);
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'library',
        'bom-ref': reference,
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: reference,
      },
    },
    components: all.map(component),
    dependencies: [
      { ref: reference, dependsOn: [...new Set([...direct, ...bundled])].sort(byCodeUnit).map(locked) },
      ...all.map((each) => ({
        ref: locked(each),
        dependsOn: dependenciesOf(`node_modules/${each}`).sort(byCodeUnit).map(locked),
      })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
};

if (process.argv[1] === import.meta.filename) process.stdout.write(await billOfMaterials());
