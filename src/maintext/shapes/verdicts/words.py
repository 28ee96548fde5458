"""Patterns of what pages without content say in about thirty languages, for texts in small letters with straight
apostrophes.
"""

from __future__ import annotations

import re

LOGIN = re.compile(
    r"\blog[ _-]?[io]n\b|\bsign[ _-]?(?:in|up)\b|\bregister\b|registration|create (?:an? )?(?:new )?account|"
    r"passwor|passwd|"
    r"passord|adgangskode|lösenord|salasana|wachtwoord|contraseñ|senha|heslo|hasł|jelszó|slaptaž|şifre|\bparol|парол|"
    r"密码|密碼|パスワード|비밀번호|mot de passe|anmeld|einloggen|registrier|registr[ao]|connexion|se connecter|"
    r"inscription|"
    r"iniciar sesi|\bacceder\b|\baccedi\b|\bвход\b|войти|регистрац|登录|登入|登陆|注册|登録|ログイン|로그인|giriş|"
    r"two[- ]factor|verification code|one[- ]time (?:code|password)|\bentrar\b|inloggen|přihl|zaloguj|prisijung|"
    r"regisztr|belép|zarejestr|username|benutzername|identifiant"
)
LOGIN_ADDRESS = re.compile(
    r"log[_-]?in|sign[_-]?(?:in|up|on)|regist|passw|forgot|recover|remind|account|/auth|ucp\.php|adgangskode|/join|"
    r"mot[_-]?de[_-]?passe|connexion|inscription|kennwort|anmeld|contrasena|iniciar[_-]?sesion|senha|accedi\b|"
    r"logowanie|"
    r"rejestracja|inloggen|logga[_-]?in|kirjaudu|prihla|belepes|giris\b"
)
LOGIN_BUTTON = re.compile(
    r"(?:continue|log ?in|sign ?in|sign ?up) with (?:google|apple|facebook|microsoft|github|email|sso)|single sign-?on|"
    r"(?:mit|avec|con|com|med|met) (?:google|apple|facebook)\b"
)
"""On pages to log in that have no fields."""
_PAGE = (
    r"page|seite|página|pagina|pàgina|side|sida|sivu|strona|strony|stronę|strán[ek]|oldal|sayfa|trang|halaman|"
    r"страни[цч]|сторінк|σελίδα|صفحة|صفحه|עמוד|דף|ページ|页|頁|페이지|หน้า|"
    r"url|file|document|resource|fichier|datei|article|artikel|beitrag|contenido|conteúdo|contenuto|inhalt"
)
_NOT_THERE = (
    r"not found|(?:does not|doesn't|no longer) exist|can(?:no|')t (?:be found|find)|could ?n(?:o|')t (?:be found|find)|"
    r"(?:isn't|is not|no longer) available|(?:been|was) (?:re)?moved|deleted|expired|"
    r"nicht (?:mehr )?(?:gefunden|vorhanden|verfügbar|auffindbar|finden)|existiert (?:leider )?nicht|"
    r"gibt es (?:leider )?nicht|"
    r"introuvable|n'existe (?:pas|plus)|pas (?:été )?trouvé|n'est plus disponible|"
    r"gelöscht|supprimée?s?\b|eliminad[ao]|removida|verwijderd|borttagen|slettet|usunięt|inexist|no está disponible|"
    r"no (?:se ha |se |ha sido |fue |pudo ser )?(?:encontr|existe|encuentra|localiza)|ya no está disponible|"
    r"non (?:è stat[ao] |è |si )?(?:trovat|esiste|trova|più disponibil|disponibil)|"
    r"não (?:foi |pôde ser )?(?:encontrad|existe|localizad|está disponível)|nu a (?:fost |putut fi )?găsit|nu există|"
    r"niet (?:gevonden|vinden|beschikbaar)|bestaat niet|hittades inte|finns inte|inte hitta|"
    r"ikke (?:fundet|funnet|findes)|findes ikke|finnes ikke|ei löy[dt]|ei ole olemassa|"
    r"nie znalezion|nie istnieje|nie została znaleziona|nie można (?:znaleźć|odnaleźć)|nenalezen|neexistuje|"
    r"nebyla? nalezen|"
    r"nenájden|nem található|nem létezik|bulunama|bulunmuyor|mevcut değil|"
    r"не найден|удал[её]н|не существует|такой .{0,12}нет|не знайден|не існує|не е намерен|не съществува|"
    r"δεν (?:βρέθηκε|υπάρχει)|"
    r"غير موجود|لم يتم العثور|لا يمكن العثور|لا توجد|یافت نشد|לא נמצא|אינו קיים|לא קיים|"
    r"không (?:tìm thấy|tồn tại)|tidak (?:ditemukan|ada|tersedia)|ไม่พบ|नहीं मिला|"
    r"不存在|找不到|已被删除|未找到|没有找到|沒有找到|見つかりません|存在し(?:ない|ません)|削除され|"
    r"찾을 수 없|존재하지 않"
)
_CODE = r"(?:40[034]|410|50[0-4])"
_ERROR_NAME = (
    r"error|http(?: status)?|fehler|erreur|errore|erro|ошибка|помилка|błąd|chyba|hata|virhe|fel|fejl|feil|σφάλμα|"
    r"错误|エラー|오류|lỗi|خطأ"
)
ERROR = re.compile(
    rf"(?:{_PAGE})[^.\n]{{0,50}}(?:{_NOT_THERE})|(?:{_NOT_THERE})[^.\n]{{0,30}}(?:{_PAGE})|"
    rf"(?:{_ERROR_NAME})[ :#-]{{0,3}}{_CODE}\b|\b{_CODE}[ :–-]{{0,3}}(?:{_ERROR_NAME}|not found|gone)\b|"
    rf"this (?:product|item|listing|job|post|ad|offer|video|topic)[^.\n]{{0,30}}(?:{_NOT_THERE})|"
    r"internal server error|bad gateway|gateway time-?out|service (?:temporarily )?unavailable|something went wrong|"
    r"schiefgelaufen|schief gegangen|"
    r"an error (?:has )?occur|database connection|page (?:is |was )?missing|nie ma takiej strony|brak strony|"
    r"ein fehler ist aufgetreten|une erreur (?:est survenue|s'est produite)|(?:ocurrido|producido) un error|"
    r"verificato un errore|ocorreu um erro|fout opgetreden|произошла ошибка|внутренняя ошибка|wystąpił błąd|"
    r"došlo k chybě|"
    r"hata oluştu|ett fel (?:har )?(?:uppstått|inträffat)|opstod en fejl|发生错误|出错了|"
    r"エラーが発生|오류가 발생|حدث خطأ|"
    r"down for maintenance|(?:(?:web)?site|we) (?:is|are) [^.\n]{0,30}maintenance|maintenance mode|"
    r"be (?:right )?back (?:soon|shortly)|"
    r"wartungsarbeiten|en maintenance|en mantenimiento|in manutenzione|em manutenção|technical difficulties|"
    r"технические работы|メンテナンス中|维护中"
)
"""Nothing is there, or the server failed."""
MAYBE_ERROR = re.compile(rf"{_NOT_THERE}|^\W*{_CODE}\b|[-|–—:·] {_CODE}(?: page)?\W*$|\b{_CODE} [-|–—:·]|\boops\b")
"""The same about something that may be no page: a lost dog is not found, and rooms have numbers."""
BLOCKED = re.compile(
    r"(?<!re)captcha|checking (?:your browser|if the site connection is secure)|(?:verify|confirm|"
    r"verifying) (?:that )?you are "
    r"(?:a )?human|human verification|are you a robot\W*(?:$|\n)|not a (?:ro)?bot|unusual traffic|(?:enter|"
    r"type) the characters|automated access|suspicious activity|"
    r"(?:verif|vérif|überprüf|prüf|bestätig|confirm)\w*[^.\n]{0,30}(?:human|humain|umano|mensch)|真人|"
    r"\bip(?:[- ]adr?ess?e?)?\b[^.\n]{0,20}(?:blocked|banned|gesperrt|bloqu)|ip-адрес[^.\n]{0,20}заблокирован|"
    r"access (?:to this page has been )?denied(?! to (?!access|this))|you have been blocked|attention required|"
    r"just a moment|"
    r"enable javascript and cookies to continue|(?:complete|pass) (?:the|a) security check|ddos protection|"
    r"pardon our interruption|request blocked|"
    r"bot detection|403 forbidden|^forbidden\W*$|forbidden (?:by|you)|you don't have permission|ray id|cloudflare|"
    r"too many requests|"
    r"not available in your (?:region|country|location)|unavailable (?:due to|for) legal reasons|"
    r"from a country belonging to|(?:in ihrem land|dans votre pays|en (?:tu|su) país)|"
    r"verbindung wird überprüft|sicherheitsprüfung|(?:kein|geen|inte (?:är )?en|ikke (?:er )?en) robot|"
    r"(?:zugriff|zugang) (?:verweigert|blockiert|gesperrt)|toegang (?:geweigerd|geblokkeerd)|åtkomst nekad|"
    r"adgang nægtet|"
    r"accès (?:refusé|interdit|bloqué)|pas un robot|(?:acceso|accesso|acesso) (?:denegado|negato|negado|bloqueado|"
    r"bloccato)|"
    r"(?:no (?:eres|es|soy)|non (?:sei|essere|sono)|não (?:é|sou)) um? ?(?:n )?robot|un robot\b.{0,20}(?:verifi|"
    r"confirm)|"
    r"odmowa dostępu|dostęp (?:zabroniony|zablokowany)|nie jeste\w+ robotem|přístup (?:odepřen|zamítnut)|nejste robot|"
    r"hozzáférés megtagadva|erişim engellendi|robot olmadığ|pääsy (?:estetty|kielletty)|acces interzis|"
    r"доступ (?:запрещ|ограничен|закрыт|заборонен)|не робот|"
    r"访问被拒绝|人机验证|安全验证|安全驗證|验证码|驗證碼|机器人|アクセス(?:が拒否|制限)|"
    r"ロボットではない|보안문자|로봇이 아닙|"
    r"تم رفض الوصول|لست روبوت"
)
COOKIE = re.compile(r"cookies?\b|kakor\b|çerez|куки|クッキー|쿠키|evästee")
CONSENT = re.compile(
    r"consent|gdpr|privacy (?:settings|choices|preferences)|(?:accept|reject) all|manage (?:options|preferences)|"
    r"partners\b|"
    r"before you continue|(?:value|respect|about) your privacy|votre vie privée|ihre privatsphäre|su privacidad|"
    r"akzeptieren|einwilligung|zustimm|ablehnen|partnern?\b|accepter|refuser|consentement|accord\b|"
    r"paramétrer|accett|rifiut|consenso|acept|rechaz|consentimiento|aceitar|rejeitar|akkoord|toestemming|accepter|"
    r"weiger|voorkeuren|zgod[ayęz]|akceptuj|odrzuć|souhlas|přijmout|odmítnout|hozzájárul|elfogad|samtyck|godkänn|"
    r"samtykke|hyväksy|suostumu|kabul et|reddet|accepta|соглас|принять|приймаю|同意|동의"
)
PAYWALL_ROOTS = (
    *("subscri", "free", "members", "premium", "full", "unlimited", "abo", "abbona", "suscr", "assin", "prenum"),
    *("tilaa", "dostęp", "pozostało", "předpl", "előfizet", "подпис", "会員", "会员", "會員", "订阅", "訂閱", "残り"),
    *("구독", "유료", "付费"),
)
"""Every text that `PAYWALL` finds has one of them; looking for them takes less time."""
PAYWALL = re.compile(
    r"subscri(?:be|ption)\b[^.\n]{0,40}(?:continue|read (?:the|this|more|full|on)|access|unlock)|(?:continue|"
    r"keep) reading[^.\n]{0,40}subscri|"
    r"already (?:a subscriber|subscribed)|(?:subscribers?|members)[- ]only (?:article|story|content|post)|"
    r"for (?:paying |paid )?subscribers only|(?:article|story|content|post)[^.\n]{0,30}for [^.\n]{0,12}members only|"
    r"this article is (?:for|reserved for) (?:sub|mem|paid|prem)|exclusive(?:ly)? (?:to|for) (?:our )?(?:subscribers|"
    r"members)|"
    r"(?:unlock|get) (?:full|unlimited) access|free articles? (?:left|remaining|this month)|limit of free (?:articles|"
    r"stories)|"
    r"premium content|"
    r"(?:nur )?für abonnent|lesen sie (?:weiter )?mit [^.\n]{0,20}(?:abo|\+)|weiterlesen mit [^.\n]{0,20}(?:abo|\+)|"
    r"(?:bereits|schon) (?:ein |mit )?abo|jetzt abonnieren|réservée? (?:à nos |aux )abonnés|déjà abonné|"
    r"abonnez-vous pour (?:lire|continuer|accéder|poursuivre)|"
    r"riservat[oi] agli abbonati|abbonati per (?:continuare|leggere)|(?:solo|"
    r"exclusiv[oa]) para (?:nuestros )?(?:suscriptores|"
    r"abonados)|suscr[íi]b(?:ete|ase) para (?:seguir|continuar|leer)|exclusiv[oa] para assinantes|"
    r"assine para (?:continuar|ler)|alleen voor abonnees|word abonnee om|(?:är för|endast för) [^.\n]{0,12}prenumerant|"
    r"(?:kun for|saken er for) abonnent|bliv? abonnent for|bli prenumerant|vain tilaajille|tilaa ja lue|wykup dostęp|"
    r"tylko dla (?:subskrybentów|prenumeratorów)|pozostało \d+ ?% (?:artykułu|tekstu)|pro předplatitele|csak előfizet|"
    r"доступ\w+ (?:только )?(?:для )?подписчик|только для подписчиков|"
    r"会員限定(?:記事|です)|有料会員(?:限定|記事)|残り\d+文字|"
    r"会员专享|會員專屬|付费阅读|订阅后(?:阅读|继续)|구독자 전용|유료 회원"
)
SCRIPTS = re.compile(
    r"(?:enable|requires?|needs?|turn on|activate|without|activer|activez|habilitar|habilite|attiva(?:re)?|ative|"
    r"включите|"
    r"włącz|povolte|zapněte|启用|啟用) ?(?:to )?(?:run )?(?:enable )?java ?script|java ?script (?:is )?(?:disabled|"
    r"required|"
    r"aktivieren)|java ?script[^.]{0,30}(?:enabled|aktivier|activ|включ|inschakel|aktiver)|javascriptを有効"
)
LOADING = re.compile(
    r"(?:^|\n)\W*(?:loading|please wait|laden|wird geladen|chargement|cargando|caricamento|carregando|загрузка|"
    r"読み込み中|加载中|載入中|로딩 중)\W*(?:\n|$)"
)
"""A line that says nothing else."""
PARKED = re.compile(
    r"(?:this |the )?domain (?:name )?(?:\S+ )?(?:is|may be|has been) (?:for sale|parked|registered|"
    r"available for purchase|expired)|(?:buy|get) this domain|domain for sale|parked (?:free|domain|page)|"
    r"\b[\w-]+\.[a-z]{2,9} (?:is|may be) for sale|sedo\b|hugedomains|dan\.com|afternic|domain owner|"
    r"website (?:is )?coming soon|under construction|^coming soon\W*$|new (?:web)?site is (?:coming|on its way)|"
    r"domain[- ]?parking|default (?:web )?(?:site )?page|welcome to nginx|apache2? .{0,20}default page|it works!|"
    r"(?:account|site) has been suspended|^index of /|domain (?:steht zum verkauf|ist zu verkaufen|kaufen)|"
    r"hier entsteht eine|"
    r"domaine? est à vendre|domaine à vendre|domini[oe] [^\n]{0,40}(?:en venta|in vendita)|domínio [^\n]{0,40}à venda|"
    r"domein(?:naam)? [^\n]{0,40}te koop|domena [^\n]{0,40}na sprzedaż|domän\w* [^\n]{0,40}till salu|"
    r"домен[^.\n]{0,40}(?:прода|припаркован)|域名[^。\n]{0,8}(?:出售|转让)|ドメイン[^。\n]{0,10}販売|satılık alan adı"
)
REDIRECT = re.compile(
    r"redirecting(?: to\b| you|\W*$|\W*\n|…|\.)|you(?:'re| are) being redirected|you will be redirected|"
    r"if you are not redirected|page has moved|moved permanently|"
    r"object moved|weiterleitung|weitergeleitet|redirection en cours|être redirigé|serás? redirigid|redirigiendo|"
    r"redirecionando|redirecionad|reindirizza|doorgestuurd|omdirigera|omdirigeres|uudelleenohja|przekierow|přesměrov|"
    r"átirányít|yönlendiril|перенаправл|自動的に(?:移動|ジャンプ)|自动跳转|正在跳转"
)
