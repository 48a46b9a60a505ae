import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { errorCodes } from '@raahi/contract/errors'
import { describe, expect, it } from 'vitest'
import { publicSettingNames } from '../server/src/config/public-values.ts'

// These tests check the text of the image and of compose.yaml, because no container engine is available here.
// `npm run topology` runs the configured programs.

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))
const dockerfile = read('Dockerfile')
const stages = dockerfile.split(/^FROM /m).slice(1)
const last = stages.at(-1) ?? ''
const compose = read('compose.yaml')
const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(join(root, path)).isFile())

describe('image', () => {
  it('uses the Node version of package.json', () => {
    const [version, ...others] = new Set(Object.values(manifest.optionalDependencies))
    expect(others).toEqual([])
    // npm ci succeeds without an optional package, and the tests would run with another Node.
    if (`node-${process.platform}-${process.arch}` in manifest.optionalDependencies) {
      expect(process.versions.node).toBe(version)
    }
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${version}-`)
    for (const stage of stages) expect(stage).toMatch(/^\$\{NODE_IMAGE\}\s/)
  })

  it('passes Node the flags of npm start', () => {
    const flags = manifest.scripts.start.split(' ').filter((word: string) => word.startsWith('--'))
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
    expect(command.filter((word: string) => word.startsWith('--'))).toEqual(flags)
    expect(existsSync(join(root, command.at(-1)))).toBe(true)
  })

  it('installs every workspace of the lock file, and only production packages for the server', () => {
    const manifests = manifest.workspaces.map(
      (name: string) => `COPY ${name}/package.json ${name}/`,
    )
    const installing = stages.filter((stage) => stage.includes('npm ci'))
    expect(installing).toHaveLength(2)
    for (const stage of installing) {
      for (const line of manifests) expect(stage).toContain(line)
    }
    expect(installing[1]).toContain('npm ci --omit=dev')
    expect(last).not.toMatch(/^RUN npm/m)
  })

  it('runs as an ordinary user, has a health check and contains no secret', () => {
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD ['))
    expect(dockerfile).not.toMatch(/^(ARG|ENV) \w*(PASSWORD|SECRET|TOKEN)/m)
    expect(read('.dockerignore')).toMatch(/^\*$/m)
    expect(read('.dockerignore')).toMatch(/^\*\*\/\.env\*$/m)
  })

  it('passes every public setting, and no other, to the build of the site', () => {
    const [site = ''] = stages.filter((stage) => stage.includes('build-site.ts'))
    const args = [...site.matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name)
    const shown = [...publicSettingNames, 'VITE_API_BASE_URL']
    expect(args.toSorted()).toEqual(shown.toSorted())
    const anchor = /^x-public-settings:.*\n((?: {2}\w+: .+\n)+)/m.exec(compose)?.[1] ?? ''
    const names = [...anchor.matchAll(/^ {2}(\w+): \$\{(\w+):-\}$/gm)]
    expect(names.map(([, name]) => name).toSorted()).toEqual(shown.toSorted())
    for (const [line, name, from] of names) expect(from, line).toBe(name)
    expect(compose).toMatch(/^ {4}args: \*public-settings$/m)
    expect(compose).toMatch(/^ {4}<<: \*public-settings$/m)
  })

  it('copies only paths that exist and that .dockerignore allows', () => {
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path ?? '')
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
      (sources ?? '').split(' '),
    )
    expect(copied.length).toBeGreaterThan(5)
    for (const path of copied) {
      expect(existsSync(join(root, path)), path).toBe(true)
      expect(
        allowed.some((workspace) => path === workspace || path.startsWith(`${workspace}/`)),
        path,
      ).toBe(true)
    }
  })

  it('contains every package that the server imports, without development packages', () => {
    const entries = [
      'main.ts',
      'cli/audit.ts',
      'cli/create-admin.ts',
      'cli/reset-two-factor.ts',
      'cli/end-trial.ts',
    ].map((name) => join(root, 'server/src', name))
    const { files, packages } = importsFrom(entries)
    expect(files.size).toBeGreaterThan(100)
    expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg-boss']))
    const tests = [...files].filter((file) => file.endsWith('.test.ts'))
    expect(tests.map((file) => relative(root, file))).toEqual([])
    const installed = new Set(
      ['server', 'contract', 'gateway-sandbox'].flatMap((workspace) =>
        Object.keys(JSON.parse(read(`${workspace}/package.json`)).dependencies ?? {}),
      ),
    )
    expect([...packages].filter((name) => !installed.has(name))).toEqual([])
  })
})

/** Every file that can be loaded from the entries, and every package that these files import. */
function importsFrom(entries: string[]) {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const text = readFileSync(file, 'utf8').replaceAll(/^import type [\s\S]*?from '[^']+'$/gm, '')
    const found = text.matchAll(/(?:^import|^\} from|\bfrom|\bimport\()\s*'([@\w./-]+)'/gm)
    for (const [, specifier = ''] of found) {
      if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier))
      else if (specifier.startsWith('@raahi/')) waiting.push(fileOfWorkspace(specifier))
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier))
    }
  }
  return { files, packages }
}

/** `@raahi/contract/leads` is `contract/src/leads.ts`. */
function fileOfWorkspace(specifier: string): string {
  const [, workspace = '', ...path] = specifier.split('/')
  return join(root, workspace, 'src', `${path.join('/')}.ts`)
}

const packageOf = (specifier: string) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

describe('compose.yaml', () => {
  it('names only files that exist', () => {
    const named = [...compose.matchAll(/\/?\bdeploy\/[\w./-]+/g)].map(([path]) =>
      path.replace(/^\/|\.$/g, ''),
    )
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('passes every setting of the server that the image does not set', () => {
    const readme = read('README.md')
    const settings = readme.slice(readme.indexOf('## Settings')).matchAll(/^\| (`[^|]+) \|/gm)
    const known = [...settings].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
    )
    const server = /^x-public-settings:[\s\S]*?\n\nservices:/m.exec(compose)?.[0] ?? ''
    const set = [...server.matchAll(/^ {2,4}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name)
    const ofImage = [...last.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name)
    expect(ofImage.length).toBeGreaterThan(2)
    expect([...set, ...ofImage].toSorted()).toEqual(known.toSorted())
  })

  it('reads every password from the environment and does not start without it', () => {
    const values = [...compose.matchAll(/^ +\w*(?:PASSWORD|SECRET|TOKEN): (.+)$/gm)]
    expect(values.length).toBeGreaterThan(5)
    expect(values.filter(([, value]) => !value?.startsWith('${'))).toEqual([])
    const required = [...read('deploy/env.example').matchAll(/^([A-Z_]+)=$/gm)].map(
      ([, name]) => name,
    )
    for (const name of required) expect(compose).toContain(`\${${name}:?`)
  })

  it('publishes no port of databases, etcd and PgBouncer', () => {
    const published = [...compose.matchAll(/ports: \[(.+)\]/g)].map(([, ports]) => ports)
    expect(published).toHaveLength(2)
    for (const ports of published) expect(ports).toContain('127.0.0.1:')
    for (const name of ['cluster', 'data']) {
      expect(compose).toMatch(new RegExp(`^ {2}${name}: \\{ internal: true \\}$`, 'm'))
    }
  })
})

describe('configuration of compose.yaml', () => {
  const scripts = filesOf('deploy').filter((path) => path.endsWith('.sh'))

  it('is run by npm run topology or npm run restore-drill, file by file', () => {
    const programs = ['chaos/restore-drill.ts', 'chaos/topology.ts', ...filesOf('chaos/topology')]
    const texts = [...programs, ...scripts, 'deploy/patroni/patroni.yml'].map(read).join('\n')
    const folders = ['etcd', 'haproxy', 'patroni', 'pgbackrest', 'pgbouncer']
    const files = folders.flatMap((name) => filesOf(`deploy/${name}`))
    expect(files.filter((path) => !texts.includes(path.split('/').at(-1) ?? ''))).toEqual([])
  })

  it.each(scripts)('%s is executable and has valid syntax', (path) => {
    expect(statSync(join(root, path)).mode & 0o111).toBe(0o111)
    expect(spawnSync('sh', ['-n', join(root, path)], { encoding: 'utf8' }).stderr).toBe('')
  })

  it('overwrites the proxy headers that the servers trust', () => {
    const rules = read('deploy/haproxy/haproxy.cfg').matchAll(
      /^ {4}http-request (?:set|del)-header (\S+)/gm,
    )
    expect([...rules].map(([, name]) => name?.toLowerCase())).toEqual(
      expect.arrayContaining(['x-forwarded-for', 'x-request-id', 'traceparent']),
    )
  })

  it('answers with the standard error if no server is available', () => {
    const bodies = [
      ...read('deploy/haproxy/haproxy.cfg').matchAll(/http-error status (\d+) .* string '(.+)'/g),
    ]
    expect(bodies.map(([, status]) => status)).toEqual(['502', '503', '504'])
    const { message } = errorCodes.SERVICE_UNAVAILABLE
    for (const [, , body] of bodies) {
      expect(JSON.parse(body ?? '')).toEqual({
        success: false,
        message,
        code: 'SERVICE_UNAVAILABLE',
      })
    }
  })
})
