// Puts the quote form of a source into the page of another website, after the script element:
// <script async src="https://…/embed.js" data-source="…" data-accent="#0a7d5a"></script>
// It sets no cookie and stores nothing.
;(() => {
  // That of the first step (contract/src/embed-page.ts), so that the page does not move when the form arrives.
  const minHeight = 'max(44rem, 82rem - 100vw)'
  const maxHeight = 10000
  const script = document.currentScript
  const { source = '', accent } = script.dataset
  const address = new URL('/embed/quote', script.src)
  address.searchParams.set('source', source)
  if (accent) address.searchParams.set('accent', accent)
  // The form sends its height to this origin alone.
  address.hash = encodeURIComponent(window.location.origin)

  const frame = document.createElement('iframe')
  frame.title = 'Get a quote'
  frame.src = address.href
  frame.style.cssText = `display:block;width:100%;height:${minHeight};border:0;color-scheme:light`
  window.addEventListener('message', (event) => {
    if (event.origin !== address.origin || event.source !== frame.contentWindow) return
    const height = event.data?.raahiFormHeight
    if (height > 0 && height < maxHeight) frame.style.height = `${Math.ceil(height)}px`
  })
  script.after(frame)
})()
