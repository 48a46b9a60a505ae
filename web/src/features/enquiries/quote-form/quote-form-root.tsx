import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { QuoteFormBody, type QuoteFormBodyProps } from './quote-form-body.tsx'

/** Hydrates the prerendered form, or renders it after a navigation inside the app. */
export function hydrateForm(element: HTMLElement, props: QuoteFormBodyProps): Root {
  const form = <QuoteFormBody {...props} />
  if (element.firstElementChild !== null) return hydrateRoot(element, form)
  const root = createRoot(element)
  root.render(form)
  return root
}

export function renderForm(root: Root, props: QuoteFormBodyProps): void {
  root.render(<QuoteFormBody {...props} />)
}
