import { limitedScreens, measureFirstScreen } from './first-screen.ts'

// Prints the first-screen JavaScript of each screen with a limit. Exits with 1 if a screen exceeds its limit.

const lines = await Promise.all(
  limitedScreens.map(async ({ page, limitKb }) => {
    const { gzipBytes, files } = await measureFirstScreen(page)
    const kb = gzipBytes / 1000
    if (kb > limitKb) process.exitCode = 1
    return `${page}: ${kb.toFixed(1)} kB gzip in ${files.length} files (limit ${limitKb} kB)\n`
  }),
)
process.stdout.write(lines.join(''))
