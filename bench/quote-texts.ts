/** The language of a quote's texts. */
export type QuoteLanguage = 'latin' | 'hindi'

// About as many different words as an itinerary of two weeks has. Their number matters, because drawing a PDF shapes
// each word once.
const words: Record<QuoteLanguage, readonly string[]> = {
  latin:
    'after afternoon airport along arrive backwaters bazaar beach beautiful begin boat breakfast bridge by camel car castle check-in church city climb coast coffee cruise dance day desert dinner drive early evening family famous ferry festival flight food forest fort free garden guide half-day harbour heritage hill hotel house houseboat island jungle lake leave local lunch market meet monastery morning mosque mountain museum music night old palace park picnic pool rest return ride river road room safari sea shop spice station stay sunrise sunset tea temple tower town train transfer trek valley view village visit walk waterfall wildlife with'.split(
      ' ',
    ),
  hindi:
    'यात्रा दर्शन मन्दिर प्रातः नाश्ता स्टेशन पर्यटन क्षेत्र समुद्र तट सूर्यास्त प्रस्थान आगमन होटल विश्राम भोजन बाज़ार ख़रीदारी किला राजमहल संग्रहालय उद्यान झील नौका विहार पर्वत शृंखला चढ़ाई हवाई अड्डा गाड़ी रात्रि सांस्कृतिक कार्यक्रम नृत्य संगीत गाँव शिल्पकार चाय बागान मसाले जलप्रपात अभयारण्य वन्यजीव सफ़ारी ऊँट रेगिस्तान तम्बू स्वागत मार्गदर्शक ऐतिहासिक स्मारक प्रसिद्ध प्राचीन विश्व धरोहर श्रद्धालु आरती गंगा स्नान घाट पूजा प्रसाद मिठाई व्यञ्जन स्थानीय परम्परा त्योहार रोशनी फूल वर्षा मौसम ठण्ड धूप दोपहर सायं स्वतन्त्र समय परिवार बच्चे बुज़ुर्ग सुविधा व्यवस्था शुल्क प्रवेश टिकट'.split(
      ' ',
    ),
}
const endings: Record<QuoteLanguage, readonly string[]> = {
  latin: ['', 's', 'ing', '’s', ',', '.'],
  hindi: ['', 'ों', 'ें', 'ी', ' के', ' में', ' से', '।'],
}

/** The texts of a quote. Each quote number has different texts. Each day has about 400 characters. */
export function quoteTextsOf(language: QuoteLanguage, quoteNumber: number, dayCount: number) {
  let state = quoteNumber + 1
  const pick = (list: readonly string[]) => {
    // Park and Miller's generator: the same texts in each run.
    state = (state * 48_271) % 2_147_483_647
    return list[state % list.length] ?? ''
  }
  const textOf = (length: number) => {
    let text = ''
    while (text.length < length)
      text += `${inflect(pick(words[language]), pick(endings[language]))} `
    return text.trim()
  }
  const linesOf = (lines: number) => Array.from({ length: lines }, () => textOf(40)).join('\n')
  return {
    title: textOf(60),
    days: Array.from({ length: dayCount }, () => ({ title: textOf(30), text: textOf(400) })),
    inclusions: linesOf(8),
    exclusions: linesOf(6),
    terms: textOf(600),
  }
}

/** A vowel sign follows a consonant only. */
function inflect(word: string, ending: string): string {
  return /^\p{M}/u.test(ending) && !/\p{L}$/u.test(word) ? word : word + ending
}
