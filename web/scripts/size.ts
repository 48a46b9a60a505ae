import { firstScreen, LIMITED_SCREENS } from './first-screen.ts'

// Prints the first-screen JavaScript of the screens that have a limit; exits 1 where one is above it.

for (const { page, routes, limitKb } of LIMITED_SCREENS) {
  const { gzipBytes, files } = await firstScreen(page, routes)
  const kb = gzipBytes / 1000
  console.warn(`${page}: ${kb.toFixed(1)} kB gzip in ${files.length} files (limit ${limitKb} kB)`)
  if (kb > limitKb) process.exitCode = 1
}
