let resolveDrawn = () => {}
const drawn = new Promise<void>((resolve) => {
  resolveDrawn = resolve
})

/** Called once the sidebar and the first screen are in the document. */
export function noteMenuDrawn(): void {
  resolveDrawn()
}

/**
 * Loads a script of the sidebar once the first screen is in the document. Loaded earlier, the script would request
 * styles that the router has preloaded for the screen, in another mode, which downloads them twice with a warning.
 */
export async function afterMenuDrawn<T>(load: () => Promise<T>): Promise<T> {
  await drawn
  return load()
}
