import { embedPlaceholders } from '@raahi/contract/embed-page'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import fields from '../../../ui/plain-fields.module.css'
import classes from './enquiry-form.module.css'
import type { EmbedSource } from './quote-form-body.tsx'
import type { HydratedForm } from './quote-form-root.tsx'

/** At build time only. A browser's first script does not contain it. */
const prerendered = import.meta.env.SSR
  ? (await import('./quote-form-body.tsx')).QuoteFormBody
  : null

/** Distance from the viewport at which the form hydrates, so that it is ready when the visitor reaches it. */
const hydrationMargin = '900px'

/**
 * The quote form. It is in the prerendered HTML, where any browser can submit it, and React keeps that HTML. The
 * script that validates and submits loads when the visitor comes near the form, so it hardly adds to the first
 * screen.
 * @param props.destination of the page that contains the form; `?destination=` in the address overrides it
 */
export function QuoteForm({ destination = '', isEmbedded = false }: QuoteFormProps) {
  // Another destination is another form, so that neither shows the other's texts.
  return <FormOfDestination key={destination} destination={destination} isEmbedded={isEmbedded} />
}

interface QuoteFormProps {
  destination?: string
  /** In the frame of another website. The server has inserted the source into the prerendered form. */
  isEmbedded?: boolean
}

function FormOfDestination({ destination, isEmbedded }: Required<QuoteFormProps>) {
  const box = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<HydratedForm | null>(null)
  const searchedDestination = useSearchParams()[0].get('destination') ?? ''

  useEffect(() => {
    const element = box.current
    if (element === null) return
    let isUnmounted = false
    let ready: HydratedForm | null = null
    // React must not unmount a root while it renders this page, nor before the root is hydrated.
    const unmountLater = () => setTimeout(() => ready?.unmount())
    const stopWaiting = onceNear(element, async () => {
      // Without the script the form can still be submitted.
      const script = await import('./quote-form-root.tsx').catch(() => null)
      if (isUnmounted) return
      const embed = isEmbedded ? readEmbed(element) : undefined
      script?.hydrateForm(element, { destination, embed }, (hydrated) => {
        ready = hydrated
        if (isUnmounted) unmountLater()
        else setForm(hydrated)
      })
    })
    return () => {
      isUnmounted = true
      stopWaiting()
      unmountLater()
    }
  }, [destination, isEmbedded])

  useEffect(() => {
    // In the same task as the change: later, the form may be unmounted.
    if (!isEmbedded) form?.update({ destination, searchedDestination })
  }, [form, destination, searchedDestination, isEmbedded])

  if (prerendered) {
    const Prerendered = prerendered
    return (
      <div className={`${classes.box} ${fields.host}`}>
        <Prerendered destination={destination} embed={isEmbedded ? embedPlaceholders : undefined} />
      </div>
    )
  }
  return (
    <div
      ref={box}
      className={`${classes.box} ${fields.host}`}
      suppressHydrationWarning
      // Sets nothing: it makes React keep the existing content.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

/** The source that the server has inserted. React keeps the form only if it renders the same texts. */
function readEmbed(form: HTMLElement): EmbedSource {
  const value = (name: string) =>
    form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''
  return {
    sourceId: value('sourceId'),
    consentVersion: value('consentVersion'),
    consentText: form.querySelector('[name="consent"] + span')?.textContent ?? '',
  }
}

/** Calls back once, when the element is near the viewport or receives the focus. */
function onceNear(element: HTMLElement, callBack: () => void): () => void {
  const stop = () => {
    observer.disconnect()
    element.removeEventListener('focusin', callOnce)
  }
  const callOnce = () => {
    stop()
    callBack()
  }
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) callOnce()
    },
    { rootMargin: hydrationMargin },
  )
  observer.observe(element)
  element.addEventListener('focusin', callOnce)
  return stop
}
