import classes from './guide-sections.module.css'
import type { SightKind } from './guides/guide.ts'
import { paths } from './paths.tsx'

/** A small decorative drawing of a sight, in an arched window of 120 × 96. */
export function SightDrawing({ kind }: { kind: SightKind }) {
  return (
    <svg
      viewBox="0 0 120 96"
      className={classes.drawing}
      data-night={kind === 'lights'}
      aria-hidden
    >
      {paths`
        sky M0 0h120v96H0Z
        ${drawings[kind]}
      `}
    </svg>
  )
}

const sun = 'sun M79 30a11 11 0 1 1 22 0a11 11 0 1 1-22 0Z'
const ridge = 'far M0 62l22-20 16 12 26-28 24 24 14-10 18 16v40H0Z'
const snow = 'light M64 26l-9 10 6-2 4 5 4-4 6 2ZM22 42l-7 6 5-1 3 3 4-3Z'
const ground = 'ground M0 74q40-8 120 0v22H0Z'
const water = 'water M0 68h120v28H0Z'
const ripples = 'ripple/2 M14 78h22M52 84h26M88 76h20M30 90h16'

/** Colours and outlines, as in `paths`. */
const drawings: Record<SightKind, string> = {
  backwater: `
    near M0 60q30-12 60-4t60-4v18H0Z
    trunk M20 66l3-38 3 38ZM102 66l-2-30 4 30Z
    leaf M23 28q-16-8-18 6q10-6 18-6q-4-14 12-10q-10 2-12 10q14-4 16 8q-8-8-16-8ZM101 36q-14-6-16 6q9-6 16-6q8-12 16-4q-10 0-16 4q10 0 12 8q-6-6-12-8Z
    ${water}
    wall M38 68q2-20 24-20t26 20Z
    shade M46 68v-9h8v9ZM60 68v-9h8v9ZM74 68v-9h8v9Z
    trunk M26 66q34 8 72 0q-6 12-14 12H40q-8 0-14-12Z
    ${ripples}`,
  beach: `
    ${sun}
    water M0 52h120v24H0Z
    light M0 70q40-8 120 2v4H0Z
    sand M0 74q40-8 120 2v20H0Z
    trunk M30 84q-2-26 10-46l3 1q-9 20-7 45Z
    leaf M42 38q-18-10-24 4q12-4 24-4q-6-16 10-16q-6 4-10 16q16-10 24 2q-12-4-24-2q10 4 8 16q-6-8-8-16Z
    roof M70 76q2-18 18-18t18 18Z
    light M82 76q0-14 6-18q6 4 6 18Z
    trunk M87 58h2v32h-2Z`,
  castle: `
    ${ridge}
    ${snow}
    trunk M24 48h72v28H24Z
    wall M24 54h72v5H24ZM24 64h72v5H24Z
    shade M34 48h6v11h-6ZM56 48h8v11h-8ZM80 48h6v11h-6ZM54 76V64h12v12Z
    roof M16 50l12-14h64l12 14Z
    ${ground}`,
  church: `
    ${sun}
    light M30 80V40h14V24h32v16h14v40Z
    wall M30 50h60v3H30ZM44 36h32v3H44Z
    roof M42 24l18-14 18 14ZM28 40h16l-8-10ZM76 40h16l-8-10Z
    shade M52 80V66q8-12 16 0v14ZM36 70V60q3-5 6 0v10ZM78 70V60q3-5 6 0v10ZM56 34a4 4 0 0 1 8 0Z
    trunk M59 2h2v9h-2ZM56 5h8v2h-8Z
    ${ground}`,
  cliff: `
    ${sun}
    ${water}
    roof M0 34q30-4 50 4l6 14-4 8 6 10-4 14H0Z
    leaf M0 30q30-6 52 6q-4 8-14 4T0 42Z
    sand M0 84q50-10 86 12H0Z
    light M60 84q20-4 34 8l-4 4q-14-10-30-12Z
    trunk M26 34l-1-18 3 0 1 18Z
    leaf M27 16q-12-6-14 4q8-4 14-4q2-10 12-6q-8 2-12 6q10 0 10 8q-4-6-10-8Z`,
  courtyard: `
    wall M12 24h96v56H12Z
    roof M8 18h104v8H8Z
    light M36 80V44q24-26 48 0v36Z
    leaf M42 80V48q18-20 36 0v32Z
    sun M48 80V52q12-14 24 0v28Z
    shade M53 80V56q7-8 14 0v24ZM18 46V36h10v10ZM92 46V36h10v10Z
    sand M0 80h120v16H0Z`,
  dunes: `
    ${sun}
    sand M0 62q30-22 60-6t60-8v48H0Z
    wall M0 78q40-24 76-4q-30 0-46 22H0Z
    shade M70 56q2-8 7-6q3-9 7 0q4-1 5-8q0-5 5-5l3 3h-4q-1 4-2 10q-2 5-5 6l2 12h-3l-2-11h-8l-2 11h-3l2-12Z`,
  fort: `
    ${sun}
    far M0 70q24-30 60-26t60 26v26H0Z
    wall M18 72V46h5v-5h5v5h5v-5h5v5h8V34h5v-5h6v5h6v-5h6v5h5v12h8v-5h5v5h5v-5h5v5h5v26Z
    roof M46 34q14-18 28 0ZM58 16h4v8h-4Z
    shade M53 72V60q7-10 14 0v12ZM28 60v-7h5v7ZM87 60v-7h5v7Z
    ${ground}`,
  harbour: `
    ${sun}
    ${water}
    trunk M14 82L62 22l3 2L18 84ZM20 82l-6-40 3-1 7 41ZM6 80h30v5H6Z
    sail M62 24l34 8-8 26q-16 8-28 0Z
    trunk M62 22l36 9-1 2-36-9ZM63 24l26 36-2 1-26-36Z
    ${ripples}`,
  lake: `
    ${ridge}
    near M0 66q16-14 30-6q14-12 32 0q16-10 30 0q14-8 28 2v10H0Z
    ${water}
    shade M60 82V70q0-12 14-12h8q10 0 12 8q4 6 2 14h-2q0-6-3-8v10h-6v-8H70v8Z
    light M91 70q4 2 7 0l-6 4Z
    ${ripples}`,
  'lake-palace': `
    ${sun}
    far M0 60q30-20 60-8t60-6v30H0Z
    ${water}
    light M22 72V52h14V42h48v10h14v20Z
    wall M22 56h76v3H22ZM36 46h48v3H36Z
    roof M46 42q14-20 28 0ZM24 52q6-10 12 0ZM84 52q6-10 12 0Z
    shade M30 72v-8q3-4 6 0v8ZM44 72v-8q3-4 6 0v8ZM57 72v-8q3-4 6 0v8ZM70 72v-8q3-4 6 0v8ZM84 72v-8q3-4 6 0v8Z
    ${ripples}`,
  lights: `
    light M20 16h2v2h-2ZM48 24h2v2h-2ZM74 12h2v2h-2ZM100 22h2v2h-2ZM34 34h2v2h-2ZM88 38h2v2h-2Z
    wall M0 58l20-12h6v-5h6v5h6v-5h6v5h10v-8h6v-5h6v5h6v8h12l36 16v34H0Z
    near M0 72q50-14 120 4v20H0Z
    sun M10 82h3v3h-3ZM22 88h3v3h-3ZM30 80h3v3h-3ZM42 86h3v3h-3ZM52 80h3v3h-3ZM62 90h3v3h-3ZM70 82h3v3h-3ZM82 88h3v3h-3ZM92 82h3v3h-3ZM104 88h3v3h-3Z`,
  market: `
    wall M10 20h100v60H10Z
    shade M18 46h36v34H18ZM66 46h36v34H66Z
    roof M14 34h44l4 14H10Z
    light M24 34h9l-2 14h-9ZM43 34h8l3 14h-9Z
    leaf M62 34h44l4 14H58Z
    light M71 34h9l-1 14h-9ZM90 34h8l4 14h-9Z
    sun M20 72q8-14 16 0ZM68 72q8-16 16 0Z
    near M37 72q7-10 14 0ZM86 72q7-12 14 0Z
    trunk M16 72h40v8H16ZM64 72h40v8H64Z
    sand M0 80h120v16H0Z`,
  meadow: `
    ${ridge}
    ${snow}
    near M0 70q50-20 120-4v30H0Z
    shade M12 74l7-20 7 20ZM100 70l7-20 7 20ZM86 72l5-14 5 14ZM30 72l5-14 5 14Z
    roof M44 26q16-14 32 2q-16-6-32-2Z
    rope/1 M44 26l16 18 16-16
    shade M57 44h6v8h-6Z`,
  observatory: `
    ${sun}
    wall M22 80L78 22h8v58Z
    roof M22 80L78 22h5L27 80Z
    shade M62 80V66q5-7 10 0v14ZM66 52q4-6 8 0v6h-8Z
    light M90 80a26 26 0 0 0 24-30h-7a20 20 0 0 1-17 22Z
    light M30 80a22 22 0 0 1-22-26h6a17 17 0 0 0 16 19Z
    sand M0 80h120v16H0Z`,
  'old-town': `
    ${sun}
    sunny M10 82V40h30v42Z
    blue M40 82V32h30v50Z
    pink M70 82V44h38v38Z
    roof M6 42l18-14 20 14ZM36 34l19-14 19 14ZM66 46l23-14 23 14Z
    light M16 50h7v10h-7ZM28 50h7v10h-7ZM46 42h7v11h-7ZM58 42h7v11h-7ZM78 54h8v10h-8ZM94 54h8v10h-8Z
    trunk M21 82V68h8v14ZM51 82V66h8v16ZM84 82V70h9v12ZM42 56h26v3H42Z
    sand M0 82h120v14H0Z`,
  pagoda: `
    near M10 84V20l14 64ZM0 84l8-52 12 52ZM96 84l12-66 12 66ZM84 84l10-46 10 46ZM20 84l8-40 8 40Z
    trunk M40 84V66h40v18ZM46 58h28v8H46ZM51 44h18v8H51Z
    roof M30 68l14-12h32l14 12ZM38 54l10-10h24l10 10ZM46 40l14-26 14 26Z
    shade M54 84V72h12v12Z
    ${ground}`,
  palace: `
    ${sun}
    pink M14 82V58h12V46h12V34h44v12h12v12h12v24Z
    roof M38 34q6-10 11 0q6-12 11 0q6-12 11 0q6-10 11 0Z
    light M42 44q3-5 6 0v6h-6ZM57 44q3-5 6 0v6h-6ZM72 44q3-5 6 0v6h-6ZM30 56q3-5 6 0v6h-6ZM42 58q3-5 6 0v6h-6ZM57 58q3-5 6 0v6h-6ZM72 58q3-5 6 0v6h-6ZM84 56q3-5 6 0v6h-6ZM18 70q3-5 6 0v6h-6ZM30 72q3-5 6 0v6h-6ZM42 72q3-5 6 0v6h-6ZM72 72q3-5 6 0v6h-6ZM84 72q3-5 6 0v6h-6ZM96 70q3-5 6 0v6h-6Z
    shade M55 82V72q5-6 10 0v10Z
    sand M0 82h120v14H0Z`,
  pass: `
    ${ridge}
    ${snow}
    light M0 80q30-24 56-10q30-22 64 0v26H0Z
    shade M44 96q4-14 18-16t8-8q-8-4 4-12h5q-8 8 0 12t-4 14t-13 10Z
    roof M26 50h2v26h-2ZM28 50l10 3-10 4Z
    sun M28 59l10 3-10 4Z`,
  spices: `
    near M0 50q30-14 60-6t60-8v60H0Z
    trunk M28 90l2-70h4l2 70ZM84 90l2-64h4l2 64Z
    leaf M32 22q-20-12-26 4q14-4 26-4q-2-18 16-14q-10 4-16 14q18-2 20 12q-8-10-20-12ZM88 28q-18-12-24 2q14-2 24-2q2-16 18-12q-12 4-18 12q16 0 18 12q-8-8-18-12Z
    leaf M26 56q8-8 14 0q-8 6-14 0ZM30 70q8-8 14 0q-8 6-14 0ZM78 60q8-8 14 0q-8 6-14 0ZM84 74q8-8 14 0q-8 6-14 0Z
    roof M52 72h3v16h-3ZM57 68h3v20h-3ZM62 70h3v18h-3ZM24 62a3 3 0 1 1 4 4ZM92 66a3 3 0 1 1 4 4Z
    ${ground}`,
  tea: `
    ${sun}
    far M0 52q30-26 62-8t58-12v64H0Z
    near M0 66q36-24 72-4t48-6v40H0Z
    leaf M0 82q50-22 120-2v16H0Z
    rows/2 M6 68q34-18 66 0M14 76q40-18 80-2M66 66q30-2 50-8M20 90q40-14 90-4M50 94q30-8 60-2`,
  temple: `
    ${sun}
    light M16 82V62h88v20ZM26 62V50h68v12Z
    wall M48 50q2-34 12-40q10 6 12 40ZM28 50q2-20 8-24q7 4 9 24ZM75 50q2-20 9-24q6 4 8 24Z
    roof M59 4h2v8h-2ZM61 4l8 3-8 3Z
    shade M54 82V68q6-8 12 0v14ZM24 82V68h5v14ZM36 82V68h5v14ZM79 82V68h5v14ZM91 82V68h5v14Z
    ${ground}`,
  tunnel: `
    ${ridge}
    ${snow}
    near M0 96V66q30-26 60-26t60 26v30Z
    light M36 88V74q24-32 48 0v14Z
    shade M42 88V76q18-24 36 0v12Z
    far M20 96l30-14h20l30 14Z
    sun M58 84h4v3h-4ZM57 90h6v4h-6Z`,
  village: `
    ${ridge}
    ${snow}
    near M0 74q50-22 120-2v24H0Z
    wall M18 82V62h28v20ZM66 80V58h32v22Z
    roof M12 64l20-16 20 16ZM60 60l22-18 22 18Z
    trunk M18 70h28v3H18ZM66 68h32v3H66Z
    shade M28 82v-8h8v8ZM78 80v-8h8v8Z
    light M54 50q-4-6 0-10t0-10q8 6 4 10t0 10Z`,
  wall: `
    ${sun}
    far M0 60q20-26 44-14t40-10 36 14v46H0Z
    wall M0 66q20-20 44-8t40-12 36 8v16q-16-10-36-2t-42 12T0 82Z
    light M8 58h5v8H8ZM22 52h5v8h-5ZM36 52h5v8h-5ZM50 55h5v8h-5ZM64 52h5v8h-5ZM78 46h5v8h-5ZM92 44h5v8h-5ZM106 48h5v8h-5Z
    roof M40 40h16v22H40ZM37 42q11-16 22 0Z
    shade M45 62V52q3-5 6 0v10Z
    ${ground}`,
  waterfall: `
    far M0 20q40-10 120 0v76H0Z
    near M0 26q30-8 46 6l-4 18 6 14-8 20H0ZM120 26q-30-8-44 6l4 18-8 14 8 20h40Z
    light M48 26h24l-4 18h5l-5 18h7l2 18H44l4-18h6l-4-18h4Z
    ripple/2 M58 30v12M64 46v12M56 64v12M66 64v12
    water M0 80q60-8 120 0v16H0Z
    leaf M6 60l8-20 8 20ZM20 74l7-18 7 18ZM92 58l8-20 8 20ZM86 76l7-18 7 18Z`,
  wildlife: `
    ${sun}
    far M0 66q30-24 60-12t60-10v52H0Z
    near M0 80q40-18 76-6t44-4v26H0Z
    shade M44 76l2-14q-6-4-4-12h26q6-2 8-8l-4-5q-6-10-14-8q8 2 9 9l-2 2q-7-8-14-5q8 2 12 8l12-1q3 6 0 14l-3 6 2 14h-3l-4-13H54l-3 13Z
    leaf M12 84q2-10 6-12q-1 6 0 12ZM96 80q2-10 6-12q-1 6 0 12Z`,
}
