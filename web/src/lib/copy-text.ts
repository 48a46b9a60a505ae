/** Puts a text on the clipboard. @returns false where the browser refuses, or the page is not served securely */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
