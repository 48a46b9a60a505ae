import type { ReactNode } from 'react'
import classes from './guide-sections.module.css'
import type { SightKind } from './guides/guide.ts'

/** A small decorative drawing of a sight, in an arched window of 120 × 96. */
export function SightDrawing({ kind }: { kind: SightKind }) {
  return (
    <svg
      viewBox="0 0 120 96"
      className={classes.drawing}
      data-night={kind === 'lights'}
      aria-hidden
    >
      <path fill="var(--sky)" d="M0 0h120v96H0Z" />
      {drawings[kind]}
    </svg>
  )
}

const sun = <circle fill="var(--sun)" cx="90" cy="30" r="11" />
const ridge = <path fill="var(--far)" d="M0 62l22-20 16 12 26-28 24 24 14-10 18 16v40H0Z" />
const snow = <path fill="var(--light)" d="M64 26l-9 10 6-2 4 5 4-4 6 2ZM22 42l-7 6 5-1 3 3 4-3Z" />
const ground = <path fill="var(--ground)" d="M0 74q40-8 120 0v22H0Z" />
const water = <path fill="var(--water)" d="M0 68h120v28H0Z" />
const ripples = (
  <path
    stroke="var(--ripple)"
    d="M14 78h22M52 84h26M88 76h20M30 90h16"
    fill="none"
    strokeWidth="2"
  />
)

const drawings: Record<SightKind, ReactNode> = {
  backwater: (
    <>
      <path fill="var(--near)" d="M0 60q30-12 60-4t60-4v18H0Z" />
      <path fill="var(--trunk)" d="M20 66l3-38 3 38ZM102 66l-2-30 4 30Z" />
      <path
        fill="var(--leaf)"
        d="M23 28q-16-8-18 6q10-6 18-6q-4-14 12-10q-10 2-12 10q14-4 16 8q-8-8-16-8ZM101 36q-14-6-16 6q9-6 16-6q8-12 16-4q-10 0-16 4q10 0 12 8q-6-6-12-8Z"
      />
      {water}
      <path fill="var(--wall)" d="M38 68q2-20 24-20t26 20Z" />
      <path fill="var(--shade)" d="M46 68v-9h8v9ZM60 68v-9h8v9ZM74 68v-9h8v9Z" />
      <path fill="var(--trunk)" d="M26 66q34 8 72 0q-6 12-14 12H40q-8 0-14-12Z" />
      {ripples}
    </>
  ),
  beach: (
    <>
      {sun}
      <path fill="var(--water)" d="M0 52h120v24H0Z" />
      <path fill="var(--light)" d="M0 70q40-8 120 2v4H0Z" />
      <path fill="var(--sand)" d="M0 74q40-8 120 2v20H0Z" />
      <path fill="var(--trunk)" d="M30 84q-2-26 10-46l3 1q-9 20-7 45Z" />
      <path
        fill="var(--leaf)"
        d="M42 38q-18-10-24 4q12-4 24-4q-6-16 10-16q-6 4-10 16q16-10 24 2q-12-4-24-2q10 4 8 16q-6-8-8-16Z"
      />
      <path fill="var(--roof)" d="M70 76q2-18 18-18t18 18Z" />
      <path fill="var(--light)" d="M82 76q0-14 6-18q6 4 6 18Z" />
      <path fill="var(--trunk)" d="M87 58h2v32h-2Z" />
    </>
  ),
  castle: (
    <>
      {ridge}
      {snow}
      <path fill="var(--trunk)" d="M24 48h72v28H24Z" />
      <path fill="var(--wall)" d="M24 54h72v5H24ZM24 64h72v5H24Z" />
      <path fill="var(--shade)" d="M34 48h6v11h-6ZM56 48h8v11h-8ZM80 48h6v11h-6ZM54 76V64h12v12Z" />
      <path fill="var(--roof)" d="M16 50l12-14h64l12 14Z" />
      {ground}
    </>
  ),
  church: (
    <>
      {sun}
      <path fill="var(--light)" d="M30 80V40h14V24h32v16h14v40Z" />
      <path fill="var(--wall)" d="M30 50h60v3H30ZM44 36h32v3H44Z" />
      <path fill="var(--roof)" d="M42 24l18-14 18 14ZM28 40h16l-8-10ZM76 40h16l-8-10Z" />
      <path
        fill="var(--shade)"
        d="M52 80V66q8-12 16 0v14ZM36 70V60q3-5 6 0v10ZM78 70V60q3-5 6 0v10ZM56 34a4 4 0 0 1 8 0Z"
      />
      <path fill="var(--trunk)" d="M59 2h2v9h-2ZM56 5h8v2h-8Z" />
      {ground}
    </>
  ),
  cliff: (
    <>
      {sun}
      {water}
      <path fill="var(--roof)" d="M0 34q30-4 50 4l6 14-4 8 6 10-4 14H0Z" />
      <path fill="var(--leaf)" d="M0 30q30-6 52 6q-4 8-14 4T0 42Z" />
      <path fill="var(--sand)" d="M0 84q50-10 86 12H0Z" />
      <path fill="var(--light)" d="M60 84q20-4 34 8l-4 4q-14-10-30-12Z" />
      <path fill="var(--trunk)" d="M26 34l-1-18 3 0 1 18Z" />
      <path
        fill="var(--leaf)"
        d="M27 16q-12-6-14 4q8-4 14-4q2-10 12-6q-8 2-12 6q10 0 10 8q-4-6-10-8Z"
      />
    </>
  ),
  courtyard: (
    <>
      <path fill="var(--wall)" d="M12 24h96v56H12Z" />
      <path fill="var(--roof)" d="M8 18h104v8H8Z" />
      <path fill="var(--light)" d="M36 80V44q24-26 48 0v36Z" />
      <path fill="var(--leaf)" d="M42 80V48q18-20 36 0v32Z" />
      <path fill="var(--sun)" d="M48 80V52q12-14 24 0v28Z" />
      <path fill="var(--shade)" d="M53 80V56q7-8 14 0v24ZM18 46V36h10v10ZM92 46V36h10v10Z" />
      <path fill="var(--sand)" d="M0 80h120v16H0Z" />
    </>
  ),
  dunes: (
    <>
      {sun}
      <path fill="var(--sand)" d="M0 62q30-22 60-6t60-8v48H0Z" />
      <path fill="var(--wall)" d="M0 78q40-24 76-4q-30 0-46 22H0Z" />
      <path
        fill="var(--shade)"
        d="M70 56q2-8 7-6q3-9 7 0q4-1 5-8q0-5 5-5l3 3h-4q-1 4-2 10q-2 5-5 6l2 12h-3l-2-11h-8l-2 11h-3l2-12Z"
      />
    </>
  ),
  fort: (
    <>
      {sun}
      <path fill="var(--far)" d="M0 70q24-30 60-26t60 26v26H0Z" />
      <path
        fill="var(--wall)"
        d="M18 72V46h5v-5h5v5h5v-5h5v5h8V34h5v-5h6v5h6v-5h6v5h5v12h8v-5h5v5h5v-5h5v5h5v26Z"
      />
      <path fill="var(--roof)" d="M46 34q14-18 28 0ZM58 16h4v8h-4Z" />
      <path fill="var(--shade)" d="M53 72V60q7-10 14 0v12ZM28 60v-7h5v7ZM87 60v-7h5v7Z" />
      {ground}
    </>
  ),
  harbour: (
    <>
      {sun}
      {water}
      <path fill="var(--trunk)" d="M14 82L62 22l3 2L18 84ZM20 82l-6-40 3-1 7 41ZM6 80h30v5H6Z" />
      <path fill="var(--light)" opacity="0.7" d="M62 24l34 8-8 26q-16 8-28 0Z" />
      <path fill="var(--trunk)" d="M62 22l36 9-1 2-36-9ZM63 24l26 36-2 1-26-36Z" />
      {ripples}
    </>
  ),
  lake: (
    <>
      {ridge}
      <path fill="var(--near)" d="M0 66q16-14 30-6q14-12 32 0q16-10 30 0q14-8 28 2v10H0Z" />
      {water}
      <path
        fill="var(--shade)"
        d="M60 82V70q0-12 14-12h8q10 0 12 8q4 6 2 14h-2q0-6-3-8v10h-6v-8H70v8Z"
      />
      <path fill="var(--light)" d="M91 70q4 2 7 0l-6 4Z" />
      {ripples}
    </>
  ),
  'lake-palace': (
    <>
      {sun}
      <path fill="var(--far)" d="M0 60q30-20 60-8t60-6v30H0Z" />
      {water}
      <path fill="var(--light)" d="M22 72V52h14V42h48v10h14v20Z" />
      <path fill="var(--wall)" d="M22 56h76v3H22ZM36 46h48v3H36Z" />
      <path fill="var(--roof)" d="M46 42q14-20 28 0ZM24 52q6-10 12 0ZM84 52q6-10 12 0Z" />
      <path
        fill="var(--shade)"
        d="M30 72v-8q3-4 6 0v8ZM44 72v-8q3-4 6 0v8ZM57 72v-8q3-4 6 0v8ZM70 72v-8q3-4 6 0v8ZM84 72v-8q3-4 6 0v8Z"
      />
      {ripples}
    </>
  ),
  lights: (
    <>
      <path
        fill="var(--light)"
        d="M20 16h2v2h-2ZM48 24h2v2h-2ZM74 12h2v2h-2ZM100 22h2v2h-2ZM34 34h2v2h-2ZM88 38h2v2h-2Z"
      />
      <path
        fill="var(--wall)"
        d="M0 58l20-12h6v-5h6v5h6v-5h6v5h10v-8h6v-5h6v5h6v8h12l36 16v34H0Z"
      />
      <path fill="var(--near)" d="M0 72q50-14 120 4v20H0Z" />
      <path
        fill="var(--sun)"
        d="M10 82h3v3h-3ZM22 88h3v3h-3ZM30 80h3v3h-3ZM42 86h3v3h-3ZM52 80h3v3h-3ZM62 90h3v3h-3ZM70 82h3v3h-3ZM82 88h3v3h-3ZM92 82h3v3h-3ZM104 88h3v3h-3Z"
      />
    </>
  ),
  market: (
    <>
      <path fill="var(--wall)" d="M10 20h100v60H10Z" />
      <path fill="var(--shade)" d="M18 46h36v34H18ZM66 46h36v34H66Z" />
      <path fill="var(--roof)" d="M14 34h44l4 14H10Z" />
      <path fill="var(--light)" d="M24 34h9l-2 14h-9ZM43 34h8l3 14h-9Z" />
      <path fill="var(--leaf)" d="M62 34h44l4 14H58Z" />
      <path fill="var(--light)" d="M71 34h9l-1 14h-9ZM90 34h8l4 14h-9Z" />
      <path fill="var(--sun)" d="M20 72q8-14 16 0ZM68 72q8-16 16 0Z" />
      <path fill="var(--near)" d="M37 72q7-10 14 0ZM86 72q7-12 14 0Z" />
      <path fill="var(--trunk)" d="M16 72h40v8H16ZM64 72h40v8H64Z" />
      <path fill="var(--sand)" d="M0 80h120v16H0Z" />
    </>
  ),
  meadow: (
    <>
      {ridge}
      {snow}
      <path fill="var(--near)" d="M0 70q50-20 120-4v30H0Z" />
      <path
        fill="var(--shade)"
        d="M12 74l7-20 7 20ZM100 70l7-20 7 20ZM86 72l5-14 5 14ZM30 72l5-14 5 14Z"
      />
      <path fill="var(--roof)" d="M44 26q16-14 32 2q-16-6-32-2Z" />
      <path stroke="var(--rope)" d="M44 26l16 18 16-16" fill="none" />
      <path fill="var(--shade)" d="M57 44h6v8h-6Z" />
    </>
  ),
  observatory: (
    <>
      {sun}
      <path fill="var(--wall)" d="M22 80L78 22h8v58Z" />
      <path fill="var(--roof)" d="M22 80L78 22h5L27 80Z" />
      <path fill="var(--shade)" d="M62 80V66q5-7 10 0v14ZM66 52q4-6 8 0v6h-8Z" />
      <path fill="var(--light)" d="M90 80a26 26 0 0 0 24-30h-7a20 20 0 0 1-17 22Z" />
      <path fill="var(--light)" d="M30 80a22 22 0 0 1-22-26h6a17 17 0 0 0 16 19Z" />
      <path fill="var(--sand)" d="M0 80h120v16H0Z" />
    </>
  ),
  'old-town': (
    <>
      {sun}
      <path fill="var(--sunny)" d="M10 82V40h30v42Z" />
      <path fill="var(--blue)" d="M40 82V32h30v50Z" />
      <path fill="var(--pink)" d="M70 82V44h38v38Z" />
      <path fill="var(--roof)" d="M6 42l18-14 20 14ZM36 34l19-14 19 14ZM66 46l23-14 23 14Z" />
      <path
        fill="var(--light)"
        d="M16 50h7v10h-7ZM28 50h7v10h-7ZM46 42h7v11h-7ZM58 42h7v11h-7ZM78 54h8v10h-8ZM94 54h8v10h-8Z"
      />
      <path fill="var(--trunk)" d="M21 82V68h8v14ZM51 82V66h8v16ZM84 82V70h9v12ZM42 56h26v3H42Z" />
      <path fill="var(--sand)" d="M0 82h120v14H0Z" />
    </>
  ),
  pagoda: (
    <>
      <path
        fill="var(--near)"
        d="M10 84V20l14 64ZM0 84l8-52 12 52ZM96 84l12-66 12 66ZM84 84l10-46 10 46ZM20 84l8-40 8 40Z"
      />
      <path fill="var(--trunk)" d="M40 84V66h40v18ZM46 58h28v8H46ZM51 44h18v8H51Z" />
      <path
        fill="var(--roof)"
        d="M30 68l14-12h32l14 12ZM38 54l10-10h24l10 10ZM46 40l14-26 14 26Z"
      />
      <path fill="var(--shade)" d="M54 84V72h12v12Z" />
      {ground}
    </>
  ),
  palace: (
    <>
      {sun}
      <path fill="var(--pink)" d="M14 82V58h12V46h12V34h44v12h12v12h12v24Z" />
      <path fill="var(--roof)" d="M38 34q6-10 11 0q6-12 11 0q6-12 11 0q6-10 11 0Z" />
      <path
        fill="var(--light)"
        d="M42 44q3-5 6 0v6h-6ZM57 44q3-5 6 0v6h-6ZM72 44q3-5 6 0v6h-6ZM30 56q3-5 6 0v6h-6ZM42 58q3-5 6 0v6h-6ZM57 58q3-5 6 0v6h-6ZM72 58q3-5 6 0v6h-6ZM84 56q3-5 6 0v6h-6ZM18 70q3-5 6 0v6h-6ZM30 72q3-5 6 0v6h-6ZM42 72q3-5 6 0v6h-6ZM72 72q3-5 6 0v6h-6ZM84 72q3-5 6 0v6h-6ZM96 70q3-5 6 0v6h-6Z"
      />
      <path fill="var(--shade)" d="M55 82V72q5-6 10 0v10Z" />
      <path fill="var(--sand)" d="M0 82h120v14H0Z" />
    </>
  ),
  pass: (
    <>
      {ridge}
      {snow}
      <path fill="var(--light)" d="M0 80q30-24 56-10q30-22 64 0v26H0Z" />
      <path fill="var(--shade)" d="M44 96q4-14 18-16t8-8q-8-4 4-12h5q-8 8 0 12t-4 14t-13 10Z" />
      <path fill="var(--roof)" d="M26 50h2v26h-2ZM28 50l10 3-10 4Z" />
      <path fill="var(--sun)" d="M28 59l10 3-10 4Z" />
    </>
  ),
  spices: (
    <>
      <path fill="var(--near)" d="M0 50q30-14 60-6t60-8v60H0Z" />
      <path fill="var(--trunk)" d="M28 90l2-70h4l2 70ZM84 90l2-64h4l2 64Z" />
      <path
        fill="var(--leaf)"
        d="M32 22q-20-12-26 4q14-4 26-4q-2-18 16-14q-10 4-16 14q18-2 20 12q-8-10-20-12ZM88 28q-18-12-24 2q14-2 24-2q2-16 18-12q-12 4-18 12q16 0 18 12q-8-8-18-12Z"
      />
      <path
        fill="var(--leaf)"
        d="M26 56q8-8 14 0q-8 6-14 0ZM30 70q8-8 14 0q-8 6-14 0ZM78 60q8-8 14 0q-8 6-14 0ZM84 74q8-8 14 0q-8 6-14 0Z"
      />
      <path
        fill="var(--roof)"
        d="M52 72h3v16h-3ZM57 68h3v20h-3ZM62 70h3v18h-3ZM24 62a3 3 0 1 1 4 4ZM92 66a3 3 0 1 1 4 4Z"
      />
      {ground}
    </>
  ),
  tea: (
    <>
      {sun}
      <path fill="var(--far)" d="M0 52q30-26 62-8t58-12v64H0Z" />
      <path fill="var(--near)" d="M0 66q36-24 72-4t48-6v40H0Z" />
      <path fill="var(--leaf)" d="M0 82q50-22 120-2v16H0Z" />
      <path
        stroke="var(--rows)"
        fill="none"
        strokeWidth="2"
        d="M6 68q34-18 66 0M14 76q40-18 80-2M66 66q30-2 50-8M20 90q40-14 90-4M50 94q30-8 60-2"
      />
    </>
  ),
  temple: (
    <>
      {sun}
      <path fill="var(--light)" d="M16 82V62h88v20ZM26 62V50h68v12Z" />
      <path
        fill="var(--wall)"
        d="M48 50q2-34 12-40q10 6 12 40ZM28 50q2-20 8-24q7 4 9 24ZM75 50q2-20 9-24q6 4 8 24Z"
      />
      <path fill="var(--roof)" d="M59 4h2v8h-2ZM61 4l8 3-8 3Z" />
      <path
        fill="var(--shade)"
        d="M54 82V68q6-8 12 0v14ZM24 82V68h5v14ZM36 82V68h5v14ZM79 82V68h5v14ZM91 82V68h5v14Z"
      />
      {ground}
    </>
  ),
  tunnel: (
    <>
      {ridge}
      {snow}
      <path fill="var(--near)" d="M0 96V66q30-26 60-26t60 26v30Z" />
      <path fill="var(--light)" d="M36 88V74q24-32 48 0v14Z" />
      <path fill="var(--shade)" d="M42 88V76q18-24 36 0v12Z" />
      <path fill="var(--far)" d="M20 96l30-14h20l30 14Z" />
      <path fill="var(--sun)" d="M58 84h4v3h-4ZM57 90h6v4h-6Z" />
    </>
  ),
  village: (
    <>
      {ridge}
      {snow}
      <path fill="var(--near)" d="M0 74q50-22 120-2v24H0Z" />
      <path fill="var(--wall)" d="M18 82V62h28v20ZM66 80V58h32v22Z" />
      <path fill="var(--roof)" d="M12 64l20-16 20 16ZM60 60l22-18 22 18Z" />
      <path fill="var(--trunk)" d="M18 70h28v3H18ZM66 68h32v3H66Z" />
      <path fill="var(--shade)" d="M28 82v-8h8v8ZM78 80v-8h8v8Z" />
      <path fill="var(--light)" d="M54 50q-4-6 0-10t0-10q8 6 4 10t0 10Z" />
    </>
  ),
  wall: (
    <>
      {sun}
      <path fill="var(--far)" d="M0 60q20-26 44-14t40-10 36 14v46H0Z" />
      <path fill="var(--wall)" d="M0 66q20-20 44-8t40-12 36 8v16q-16-10-36-2t-42 12T0 82Z" />
      <path
        fill="var(--light)"
        d="M8 58h5v8H8ZM22 52h5v8h-5ZM36 52h5v8h-5ZM50 55h5v8h-5ZM64 52h5v8h-5ZM78 46h5v8h-5ZM92 44h5v8h-5ZM106 48h5v8h-5Z"
      />
      <path fill="var(--roof)" d="M40 40h16v22H40ZM37 42q11-16 22 0Z" />
      <path fill="var(--shade)" d="M45 62V52q3-5 6 0v10Z" />
      {ground}
    </>
  ),
  waterfall: (
    <>
      <path fill="var(--far)" d="M0 20q40-10 120 0v76H0Z" />
      <path
        fill="var(--near)"
        d="M0 26q30-8 46 6l-4 18 6 14-8 20H0ZM120 26q-30-8-44 6l4 18-8 14 8 20h40Z"
      />
      <path fill="var(--light)" d="M48 26h24l-4 18h5l-5 18h7l2 18H44l4-18h6l-4-18h4Z" />
      <path
        stroke="var(--ripple)"
        fill="none"
        strokeWidth="2"
        d="M58 30v12M64 46v12M56 64v12M66 64v12"
      />
      <path fill="var(--water)" d="M0 80q60-8 120 0v16H0Z" />
      <path
        fill="var(--leaf)"
        d="M6 60l8-20 8 20ZM20 74l7-18 7 18ZM92 58l8-20 8 20ZM86 76l7-18 7 18Z"
      />
    </>
  ),
  wildlife: (
    <>
      {sun}
      <path fill="var(--far)" d="M0 66q30-24 60-12t60-10v52H0Z" />
      <path fill="var(--near)" d="M0 80q40-18 76-6t44-4v26H0Z" />
      <path
        fill="var(--shade)"
        d="M44 76l2-14q-6-4-4-12h26q6-2 8-8l-4-5q-6-10-14-8q8 2 9 9l-2 2q-7-8-14-5q8 2 12 8l12-1q3 6 0 14l-3 6 2 14h-3l-4-13H54l-3 13Z"
      />
      <path fill="var(--leaf)" d="M12 84q2-10 6-12q-1 6 0 12ZM96 80q2-10 6-12q-1 6 0 12Z" />
    </>
  ),
}
