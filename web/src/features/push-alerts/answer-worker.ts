/** A dialog of the page, or the window of the payment provider above it. */
const unfinished = '[role="dialog"], iframe'

/**
 * Answers the service worker, which asks before it opens another page in this tab.
 * @returns a function that stops answering
 */
export function answerWorker(): () => void {
  // Absent without HTTPS.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const answer = ({ data, ports }: MessageEvent) => {
    if (data !== 'may-navigate') return
    ports[0]?.postMessage(document.querySelector(unfinished) === null)
  }
  worker?.addEventListener('message', answer)
  return () => worker?.removeEventListener('message', answer)
}
