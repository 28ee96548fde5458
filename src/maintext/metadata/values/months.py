"""A word -> the month it names, in the languages whose pages write months out.

A name that is one month in one language and another month elsewhere (listopad is October in Zagreb and November
in Warsaw) is only understood on a page whose language is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from maintext import _core

MONTHS: Mapping[str, str] = MappingProxyType(
    {
        "ar": "يناير فبراير مارس أبريل/ابريل مايو يونيو/يونيه يوليو/يوليه أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر "
        "ديسمبر",
        "bg": "януари февруари март април май юни юли август септември октомври ноември декември",
        "bn": "জানুয়ারি/জানুয়ারী ফেব্রুয়ারি/ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
        "ca": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
        "cs": "ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec "
        "srpna/srpen září října/říjen listopadu/listopad prosince/prosinec",
        "da": "januar februar marts april maj juni juli august september oktober november december",
        "de": "januar/jänner/jan februar/feb märz/mär april/apr mai juni/jun juli/jul august/aug september/sept/sep "
        "oktober/okt november/nov dezember/dez",
        "el": "ιανουαρίου/ιανουάριος φεβρουαρίου/φεβρουάριος μαρτίου/μάρτιος απριλίου/απρίλιος μαΐου/μάιος/μαϊου "
        "ιουνίου/ιούνιος ιουλίου/ιούλιος αυγούστου/αύγουστος σεπτεμβρίου/σεπτέμβριος οκτωβρίου/οκτώβριος "
        "νοεμβρίου/νοέμβριος δεκεμβρίου/δεκέμβριος",
        "en": "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep "
        "october/oct november/nov december/dec",
        "es": "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago "
        "septiembre/setiembre/sept/sep octubre/oct noviembre/nov diciembre/dic",
        "et": "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
        "fa": "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
        "fi": "tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu "
        "kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu "
        "marraskuuta/marraskuu joulukuuta/joulukuu",
        "fr": "janvier/janv février/févr/fév/fevrier mars avril/avr mai juin juillet/juil août/aout septembre/sept "
        "octobre/oct novembre/nov décembre/déc/decembre",
        "he": "ינואר/בינואר פברואר/בפברואר מרץ/במרץ אפריל/באפריל מאי/במאי יוני/ביוני יולי/ביולי אוגוסט/באוגוסט "
        "ספטמבר/בספטמבר אוקטובר/באוקטובר נובמבר/בנובמבר דצמבר/בדצמבר",
        "hi": "जनवरी फ़रवरी/फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर",
        "hr": "siječnja/siječanj veljače/veljača ožujka/ožujak travnja/travanj svibnja/svibanj lipnja/lipanj "
        "srpnja/srpanj kolovoza/kolovoz rujna/rujan listopada/listopad studenoga/studeni prosinca/prosinac",
        "hu": "január február március április május június július augusztus szeptember október november december",
        "id": "januari februari maret april mei juni juli agustus september oktober november desember",
        "it": "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set "
        "ottobre/ott novembre/nov dicembre/dic",
        "lt": "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
        "lv": "janvāris/janvārī februāris/februārī marts/martā aprīlis/aprīlī maijs/maijā jūnijs/jūnijā jūlijs/jūlijā "
        "augusts/augustā septembris/septembrī oktobris/oktobrī novembris/novembrī decembris/decembrī",
        "nb": "januar februar mars april mai juni juli august september oktober november desember",
        "nl": "januari februari maart april mei juni juli augustus september oktober november december",
        "pl": "stycznia/styczeń lutego/luty marca/marzec kwietnia/kwiecień maja/maj czerwca/czerwiec lipca/lipiec "
        "sierpnia/sierpień września/wrzesień października/październik listopada/listopad grudnia/grudzień",
        "pt": "janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set "
        "outubro/out novembro/nov dezembro/dez",
        "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
        "ru": "января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн "
        "июля/июль/июл августа/август/авг сентября/сентябрь/сен/сент октября/октябрь/окт ноября/ноябрь/ноя "
        "декабря/декабрь/дек",
        "sk": "januára/január februára/február marca/marec apríla/apríl mája/máj júna/jún júla/júl augusta/august "
        "septembra/september októbra/október novembra/november decembra/december",
        "sl": "januar februar marec april maj junij julij avgust september oktober november december",
        "sr": "јануар фебруар март април мај јун/јуни јул/јули август септембар октобар новембар децембар",
        "sv": "januari februari mars april maj juni juli augusti september oktober november december",
        "th": "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
        "tr": "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
        "uk": "січня/січень лютого/лютий березня/березень квітня/квітень травня/травень червня/червень липня/липень "
        "серпня/серпень вересня/вересень жовтня/жовтень листопада/листопад грудня/грудень",
    }
)
"""By language: the twelve months in order, other forms of a name after a stroke."""


def month_number(word: str, language: str | None = None) -> int | None:
    """The month that a word names, 1 to 12.

    >>> month_number("Sept."), month_number("Mai"), month_number("octobre"), month_number("Tea")
    (9, 5, 10, None)
    >>> month_number("listopada"), month_number("listopada", "hr"), month_number("listopada", "pl")
    (None, 10, 11)
    """
    name = word.strip(".,").lower()
    own = _names_of(language) if language else {}
    return own.get(name) or _all_names().get(name)


@lru_cache(maxsize=1)
def native_months() -> _core.Months:
    """The names of months for the native core, which reads dates."""
    return _core.Months({language: dict(_names_of(language)) for language in MONTHS}, dict(_all_names()))


@lru_cache(maxsize=64)
def _names_of(language: str) -> Mapping[str, int]:
    months = MONTHS.get(language.lower(), "").split()
    return {name: number for number, names in enumerate(months, 1) for name in names.split("/")}


@lru_cache(maxsize=1)
def _all_names() -> Mapping[str, int]:
    """Every name that is the same month wherever it is one."""
    numbers: dict[str, set[int]] = {}
    for language in MONTHS:
        for name, number in _names_of(language).items():
            numbers.setdefault(name, set()).add(number)
    return {name: found.pop() for name, found in numbers.items() if len(found) == 1}
