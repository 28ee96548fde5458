"""Patterns of what pages without content say, for texts in small letters."""

from __future__ import annotations

import re

LOGIN = re.compile(
    r"\blog[ _-]?[io]n\b|\bsign[ _-]?(?:in|up)\b|\bregister\b|registration|create (?:an? )?(?:new )?account|"
    r"passwor|passwd|"
    r"passord|adgangskode|lösenord|salasana|wachtwoord|contraseñ|senha|heslo|hasł|jelszó|slaptaž|şifre|\bparol|парол|"
    r"密码|密碼|パスワード|비밀번호|mot de passe|anmeld|einloggen|registrier|registr[ao]|connexion|se connecter|"
    r"inscription|"
    r"iniciar sesi|\bacceder\b|\baccedi\b|\bвход\b|войти|регистрац|登录|登入|登陆|注册|登録|ログイン|로그인|giriş|"
    r"\bentrar\b|inloggen|přihl|zaloguj|prisijung|regisztr|belép|zarejestr|username|benutzername|identifiant"
)
LOGIN_ADDRESS = re.compile(
    r"log[_-]?in|sign[_-]?(?:in|up|on)|regist|passw|forgot|recover|remind|account|/auth|ucp\.php|adgangskode|/join"
)
ERROR = re.compile(
    r"\b40[0-9]\b|\b50[0-4]\b|\b410\b|not found|page (?:does not|doesn't|no longer) exist|can(?:no|"
    r"')t (?:be found|find)|"
    r"could ?n(?:o|')t (?:be found|find)|no longer available|page missing|internal server error|bad gateway|"
    r"service unavailable|something went wrong|an error (?:has )?occur|nicht gefunden|existiert nicht|introuvable|"
    r"n'existe pas|no encontrad|no existe|non trovata|non esiste|não encontrad|niet gevonden|не найден|не существует|"
    r"页面不存在|找不到|見つかりません|찾을 수 없|nie znalezion|nenalezen|sayfa bulunamad"
)
BLOCKED = re.compile(
    r"captcha|checking (?:your browser|if the site connection is secure)|verify (?:that )?you are (?:a )?human|"
    r"are you a robot|not a robot|unusual traffic|access (?:to this page has been )?denied|you have been blocked|"
    r"attention required|just a moment|enable javascript and cookies to continue|security check|ddos protection|"
    r"pardon our interruption|request blocked|bot detection|forbidden|you don't have permission|ray id|cloudflare|"
    r"verbindung wird überprüft|доступ (?:запрещен|ограничен)|访问被拒绝|人机验证|アクセスが拒否"
)
CONSENT = re.compile(
    r"cookies?\b|consent|gdpr|privacy (?:settings|choices|preferences)|accept all|reject all|manage (?:options|"
    r"preferences)|"
    r"before you continue|alle akzeptieren|einwilligung|zustimm|tout accepter|accetta tutt|aceptar tod|akkoord"
)
PAYWALL = re.compile(
    r"subscri(?:be|ption)[^.\n]{0,40}(?:continue|read|access|unlock)|(?:continue|keep) reading[^.\n]{0,40}subscri|"
    r"already a subscriber|for subscribers only|subscriber[- ]only|this article is (?:for|reserved)|"
    r"(?:unlock|get) (?:full|unlimited) access|free articles? (?:left|remaining|this month)|members[- ]only|"
    r"premium content|"
    r"réservé aux abonnés|weiterlesen mit|nur für abonnenten|jetzt abonnieren|contenuto riservato agli abbonati|"
    r"solo para suscriptores|доступно (?:только )?подписчикам"
)
SCRIPTS = re.compile(
    r"(?:enable|requires?|needs?|turn on|activate|without) ?(?:to )?(?:run )?(?:enable )?java ?script|"
    r"java ?script (?:is )?"
    r"(?:disabled|required|aktivieren)|java ?script[^.]{0,30}(?:enabled|aktivier|activ|включ)|启用 ?javascript|"
    r"javascriptを有効"
)
PARKED = re.compile(
    r"(?:this |the )?domain (?:name )?(?:\S+ )?(?:is|may be|has been) (?:for sale|parked|registered|"
    r"available for purchase|"
    r"expired)|buy this domain|domain for sale|parked (?:free|domain|page)|sedo\b|hugedomains|dan\.com|afternic|"
    r"website (?:is )?coming soon|under construction|diese domain (?:steht zum verkauf|kaufen)|domain[- ]?parking|"
    r"default (?:web )?(?:site )?page|welcome to nginx|apache2? .{0,20}default page|it works!"
)
REDIRECT = re.compile(
    r"redirecting|being redirected|you will be redirected|if you are not redirected|page has moved|moved permanently|"
    r"object moved|weiterleitung|weitergeleitet|redirection en cours|serás redirigido"
)
