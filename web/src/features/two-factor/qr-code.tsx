import { useEffect, useState } from 'react'
import classes from './qr-code.module.css'

/** Rows of modules, true for dark. */
type Modules = readonly (readonly boolean[])[]

/** Width of the light border, by which cameras find the code. */
const border = 4

/** A text as a QR code. It is black on white in both schemes, as cameras require. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<Modules | 'failed' | null>(null)
  useEffect(() => {
    let isMounted = true
    encodeModules(text).then(
      (encoded) => isMounted && setModules(encoded),
      () => isMounted && setModules('failed'),
    )
    return () => {
      isMounted = false
    }
  }, [text])
  if (modules === 'failed') {
    return <p role="status">The QR code could not be shown. Please type the key instead.</p>
  }
  const size = modules?.length ?? 1
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={modules ? darkPath(modules) : ''} />
    </svg>
  )
}

/** Loads the encoder on demand. */
async function encodeModules(text: string): Promise<Modules> {
  const { encode } = await import('uqr')
  return encode(text, { ecc: 'M', border }).data
}

function darkPath(modules: Modules): string {
  return modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
}
