import { createHash } from 'node:crypto'
import { access, constants, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { errorCode } from './errors.ts'

/** The lock on a data folder. The operating system releases it when the process dies. */
export type DataFolderLock = {
  /** The data folder, absolute, without symbolic links. */
  readonly folder: string
  release(): Promise<void>
}

/** Thrown by the second start on one data folder. */
export class DataFolderInUse extends StartError {
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    super(
      `Raahi is already running on the data folder ${folder}${pid ? ` (process ${pid})` : ''}: stop it first, or set DATA_DIR to another folder.`,
    )
    this.pid = pid
  }
}

/**
 * Creates the data folder if it is missing, and locks it for this process.
 *
 * The lock is a listening socket and not a file with a pid: it disappears with its process in every case, and is never
 * mistaken for another process with the same pid. A process that finds it taken asks it for the pid of its holder.
 * @throws DataFolderInUse if another process holds it
 * @throws StartError if the folder cannot be created or written
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const folder = await makeWritable(dataDir)
  const address = await lockAddress(folder)
  const server = createServer((socket) => {
    socket.on('error', () => {}) // The asking process has disconnected.
    socket.end(`${process.pid}\n`)
  })
  // Two attempts: a dead process may leave a socket file (macOS), which is removed once.
  for (let triesLeft = 2; ; triesLeft -= 1) {
    try {
      await listen(server, address)
      break
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error
      const holder = await readHolderPid(address)
      if (holder.alive || triesLeft === 1) throw new DataFolderInUse(folder, holder.pid)
      if (!isAbstract(address)) await rm(address, { force: true })
    }
  }
  server.unref() // The lock must not keep the process running.
  return { folder, release: () => new Promise((done) => server.close(() => done())) }
}

async function makeWritable(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (cause) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${errorCode(cause) ?? 'unknown reason'}): make it writable for this user, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
}

/** Named by the folder's identity on disk, so that two paths to one folder share a lock. */
async function lockAddress(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  const id = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\raahi-${id}`
  // Linux has socket names without a file, which disappear with their process.
  if (process.platform === 'linux') return `\0raahi-${id}`
  return join(tmpdir(), `raahi-${id}.lock`)
}

const isAbstract = (address: string) => address.startsWith('\0') || address.startsWith('\\\\')

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

type Holder = { alive: boolean; pid?: number }

function readHolderPid(address: string): Promise<Holder> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    socket.setEncoding('utf8')
    // A suspended holder (Ctrl-Z) accepts the connection and sends nothing; it is alive.
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', () => resolve({ alive: false }))
    socket.on('close', () => {
      const pid = Number.parseInt(answer, 10)
      resolve(Number.isNaN(pid) ? { alive: true } : { alive: true, pid })
    })
  })
}
