const window = 5

/** The page numbers to offer: at most five, with the current one in the middle if possible. */
export function pageWindow(page: number, pages: number): number[] {
  const length = Math.min(window, pages)
  const start = Math.max(1, Math.min(page - Math.floor(window / 2), pages - length + 1))
  return Array.from({ length }, (_, index) => start + index)
}
